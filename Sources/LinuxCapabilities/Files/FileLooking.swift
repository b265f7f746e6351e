import Capabilities
import LinuxSystem
import Procedures

/// Asks the kernel and the rules about one use of a file, and makes one verdict of their answers.
struct FileLooking {
    private let inquiry: FileInquiry
    private let asking: FileAccess.Asking
    private let host: Host

    init(_ inquiry: FileInquiry, _ asking: FileAccess.Asking, _ host: Host) {
        self.inquiry = inquiry
        self.asking = asking
        self.host = host
    }

    /// - Parameter keeping: Whether an object that may be used stays open.
    func verdict(keeping: Bool) async throws -> (Verdict, JudgedFile?) {
        let look = try await kernelLook(keeping: keeping)
        if asking == .kernel, let look, look.answersAlone(inquiry.action) {
            return (.authorized(), look.file)
        }
        let judgement = try await host.files.judge(inquiry)
        return (verdict(look?.look, judgement), look?.file)
    }

    /// Nil where the kernel has no answer to such a question, or is not to be asked.
    private func kernelLook(keeping: Bool) async throws -> HeldLook? {
        // A permit opens what was judged: that is the kernel's to hold, whoever decides.
        guard asking != .model || keeping, let mode = inquiry.accessMode else { return nil }
        let follow = inquiry.follow ?? true
        guard keeping else {
            let look = try await host.files.look(at: inquiry.path, for: mode, follow: follow)
            return look.map { HeldLook($0) }
        }
        return try await host.files.hold(at: inquiry.path, for: mode, follow: follow)
    }

    private func verdict(_ look: FileLook?, _ judgement: FileJudgement) -> Verdict {
        guard asking != .model, let look else { return verdict(of: judgement, .model) }
        guard let code = look.refusal else {
            // The rules refuse what the kernel allows: one of them saw something else.
            guard case .no? = judgement.access else {
                return allowed(judgement)
            }
            return .undetermined([
                reason(
                    judgement,
                    "disagreement",
                    "the kernel permits it and its rules do not (\(judgement.message)); "
                        + "it changed meanwhile, or this is a fault of warrant",
                    .both
                )
            ])
        }
        guard FileRefusal.isNo(code) else {
            let message = "the kernel gave no answer: \(errorText(code)) (\(errorName(code)))"
            return .undetermined([reason(judgement, "no-answer", message, .kernel)])
        }
        guard case .no = judgement.answer else { return refusedByKernel(code, judgement) }
        return verdict(of: judgement, judgement.access == .no(code) ? .both : .model)
    }

    /// The kernel has said yes to what it can be asked.
    private func allowed(_ judgement: FileJudgement) -> Verdict {
        switch (judgement.answer, judgement.access) {
        case (.unknown, .unknown): .authorized([reason(judgement, "file-permitted", "", .kernel)])
        default: verdict(of: judgement, .both)
        }
    }

    private func verdict(of judgement: FileJudgement, _ basis: Reason.Basis) -> Verdict {
        let code = Reason.Code(rawValue: judgement.code)
        let found = reason(judgement, code, judgement.message, basis)
        return switch judgement.answer {
        case .yes: .authorized([reason(judgement, "file-permitted", judgement.message, basis)])
        case .no: .denied([found])
        case .unknown: .undetermined([found])
        }
    }

    private func refusedByKernel(_ code: Int32, _ judgement: FileJudgement) -> Verdict {
        let error = "\(errorText(code)) (\(errorName(code)))"
        let message =
            "\(error), although every known rule permits it; a security module\(modules), "
            + "a file system that decides by itself or a change meanwhile may be the cause"
        return .denied([
            reason(judgement, "refused-by-kernel", message, .kernel, cause: .permission)
        ])
    }

    private var modules: String {
        let modules = host.files.securityModules
        return modules.isEmpty ? "" : " (\(modules.joined(separator: ", ")))"
    }

    private func reason(
        _ judgement: FileJudgement,
        _ code: Reason.Code,
        _ message: String,
        _ basis: Reason.Basis,
        cause: Reason.Cause? = nil
    ) -> Reason {
        Reason(
            code,
            inquiry.path,
            message,
            cause: cause ?? judgement.cause,
            evidence: judgement.evidence,
            remedies: judgement.remedies,
            basis: basis
        )
    }
}
