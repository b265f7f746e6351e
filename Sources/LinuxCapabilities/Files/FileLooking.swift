import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// Asks the kernel and the rules about one use of a file, and combines their answers into one verdict.
struct FileLooking {
    let inquiry: FileInquiry
    private let asking: FileAccess.Asking
    let host: Host

    init(_ inquiry: FileInquiry, _ asking: FileAccess.Asking, _ host: Host) {
        self.inquiry = inquiry
        self.asking = asking
        self.host = host
    }

    /// Returns the verdict for the looking thread.
    ///
    /// - Parameter keeping: True to keep a file open that may be used.
    func ownVerdict(keeping: Bool) async throws -> (Verdict, JudgedFile?) {
        var look: HeldLook?
        // A permit opens the judged file, so the kernel must hold it, whoever decides.
        if asking != .model || keeping, let mode = inquiry.accessMode {
            let follow = inquiry.follow ?? true
            look = try await host.files.look(
                at: inquiry.path,
                for: mode,
                follow: follow,
                keeping: keeping
            )
        }
        if asking == .kernel, let look, look.answersAlone(inquiry.action) {
            return (.authorized(), look.file)
        }
        var inquiry = inquiry
        inquiry.asksKernel = asking != .model
        let judgement = try await host.files.judge(inquiry, after: look)
        var found = verdict(look?.look, judgement, isOwn: true)
        // If the kernel was asked, it has asked the device controller about this process.
        if asking == .model || look == nil {
            found = found.assuming(assumed(of: [judgement], process: nil), about: inquiry.path)
        }
        // A missing file is missing for every thread. A refusal that no permission changes also holds for every thread.
        let isOfPermission = [nil, .EACCES, .EPERM, .EROFS]
            .contains(look?.look.refusal)
        guard case .denied(let reasons) = found, !reasons.contains(where: \.isAbsence),
            isOfPermission || judgement.answer != .unknown
        else { return (found, look?.file) }
        let (everyone, reach) = try await host.ownReach(of: inquiry, after: judgement)
        return (.of(.current, everyone, [found], reach: reach), look?.file)
    }

    /// Returns the verdict for another subject: yes only if it is yes for all threads.
    func verdict(of subject: Subject) async throws -> Verdict {
        let use = SystemCallUse(inquiry.action)
        return try await host.verdict(
            of: subject,
            about: inquiry.action.setsIDBits ? [.files, .setIDBits] : .files,
            using: use,
            on: inquiry.path
        ) {
            try await verdict(of: subject, $0)
        }
    }

    /// Returns the verdict for another subject with a known identity.
    func verdict(of subject: Subject, _ identity: SubjectIdentity) async throws -> Verdict {
        if let doubt = doubt(identity, subject) { return .undetermined([doubt]) }
        let judgements = try await host.files.judge(inquiry, for: identity)
        let looks = try await looks(as: identity)
        let verdicts = judgements.indices.map { index in
            verdict(looks?[index], judgements[index], isOwn: false)
        }
        let names = identity.names(of: subject)
        let reach = zip(names, judgements).map { ReachFinding($0, $1.byItself) }
        let found = Verdict.of(subject, identity, verdicts, reach: reach)
        if identity.sandbox != nil {
            guard judgements.contains(where: \.asksDeviceController) else { return found }
            let isStandard = judgements.allSatisfy {
                !$0.asksDeviceController || $0.usesStandardDevice
            }
            return
                identity
                .settling(found, about: isStandard ? .standardDevices : .devices, of: subject)
                .assuming([Self.deviceController], about: inquiry.path)
        }
        guard let pid = identity.place?.pid else { return found }
        return found.assuming(assumed(of: judgements, process: pid), about: inquiry.path)
    }

    private static let deviceController = Assumption(
        .deviceController,
        "the device controller of its control group permits it"
    )

    /// Returns the assumptions of a yes about a device.
    ///
    /// - Parameter pid: The subject's process; nil for this process.
    private func assumed(of judgements: [FileJudgement], process pid: Int32?) -> [Assumption] {
        guard judgements.contains(where: { $0.answer == .yes && $0.asksDeviceController }),
            host.processes.mayLackDevices(pid)
        else { return [] }
        return [Self.deviceController]
    }

    /// Returns why the subject's identity does not settle its permissions; nil if it does.
    private func doubt(_ identity: SubjectIdentity, _ subject: Subject) -> Reason? {
        guard let place = identity.place else { return nil }
        let problem: String
        if place.hasUnmappedIDs {
            problem = "has ids that this user namespace does not map"
        } else if case .failure(let error) = place.namespaces {
            problem = "is somewhere that cannot be looked at: \(error)"
        } else {
            return nil
        }
        return Reason(.subjectNotKnown, subject.description, problem)
    }

    /// Returns the kernel's answer for each thread; nil if the kernel is not asked.
    private func looks(as identity: SubjectIdentity) async throws -> [FileLook]? {
        guard asking != .model, let mode = inquiry.accessMode else { return nil }
        do {
            return try await host.files.ask(inquiry, mode, as: identity)
        } catch let error as SystemError where asking == .both && error.errno == .EPERM {
            return nil  // Only a privileged process may become another user.
        }
    }

    private func verdict(
        _ look: FileLook?,
        _ judgement: FileJudgement,
        isOwn: Bool
    ) -> Verdict {
        guard asking != .model, let look else { return verdict(of: judgement, .model) }
        // If the path leads each asker elsewhere, the kernel's answer holds only for this process.
        if case .answered = look, judgement.answer == .unknown {
            return verdict(of: judgement, .model)
        }
        guard let code = look.refusal else { return allowed(judgement) }
        // The rules name the automount point on the way.
        if code == .EREMOTE, judgement.answer == .unknown {
            return verdict(of: judgement, .model)
        }
        guard FileRefusal.isNo(code) else {
            let message = "the kernel gave no answer: \(code.explanation)"
            return .undetermined([reason(judgement, .noAnswer, message, .kernel)])
        }
        guard case .no = judgement.answer else {
            return refusedByKernel(code, judgement, isOwn: isOwn)
        }
        return verdict(of: judgement, judgement.access == .no(code) ? .both : .model)
    }

    /// Returns the verdict for a yes of the kernel to the part that it can be asked.
    private func allowed(_ judgement: FileJudgement) -> Verdict {
        if case .no? = judgement.access {
            let message =
                "the kernel permits this, but Warrant's rules do not (\(judgement.message)); "
                + "either the file changed meanwhile, or Warrant is wrong"
            return .undetermined([reason(judgement, .disagreement, message, .both)])
        }
        return verdict(of: judgement, .both)
    }

    private func verdict(of judgement: FileJudgement, _ basis: Reason.Basis) -> Verdict {
        let found = reason(judgement, nil, judgement.message, basis)
        return switch judgement.answer {
        case .yes: .authorized([reason(judgement, .filePermitted, judgement.message, basis)])
        case .no: .denied([found])
        case .unknown: .undetermined([found])
        }
    }

    /// Returns the verdict for a refusal of the kernel. The kernel judged this process in place of others, which may be
    /// confined differently.
    private func refusedByKernel(
        _ code: Errno,
        _ judgement: FileJudgement,
        isOwn: Bool
    ) -> Verdict {
        let error = "\(code.explanation)"
        if isOwn, code == .ENOENT {
            let missing = reason(judgement, .missing, "does not exist", .kernel)
            return host.verdict(ofUnexplained: code, missing)
        }
        let message =
            judgement.answer == .unknown
            ? "\(error), which none of Warrant's rules explains: it \(judgement.message)"
            : "\(error), although every known rule permits it; the cause may be a security "
                + "module\(modules), a file system that decides by itself, or a change meanwhile"
        guard isOwn else {
            let whole =
                "\(message); the kernel judged this process in its place "
                + "(\(KnownAssumption.askedInItsPlace.rawValue)), and this process may be confined"
            return .undetermined([reason(judgement, .refusedByKernel, whole, .kernel)])
        }
        let reason = reason(judgement, .refusedByKernel, message, .kernel, cause: .permission)
        return host.verdict(ofUnexplained: code, reason)
    }

    private var modules: String {
        let modules = host.files.securityModules
        return modules.isEmpty ? "" : " (\(modules.joined(separator: ", ")))"
    }

    private func reason(
        _ judgement: FileJudgement,
        _ code: ReasonCode?,
        _ message: String,
        _ basis: Reason.Basis,
        cause: Reason.Cause? = nil
    ) -> Reason {
        Reason(
            code.map(Reason.Code.init) ?? judgement.code,
            inquiry.path,
            message,
            cause: cause ?? judgement.cause,
            evidence: judgement.evidence,
            remedies: judgement.remedies,
            basis: basis
        )
    }
}

extension FileLooking {
    /// Returns the verdict for the looking thread with a capability in effect that it only has permitted.
    ///
    /// - Parameter before: The verdict without the capability. It stays unless the new verdict is yes.
    func verdict(
        raising capability: KernelCapability,
        after before: Verdict
    ) async throws -> (Verdict, JudgedFile?) {
        let denied = { (code: ReasonCode, message: String) in
            before.adding(Reason(code, capability.name, message))
        }
        do {
            guard let file = try await host.files.look(for: inquiry, raising: capability) else {
                return (denied(.capabilityNotEnough, "does not permit it either"), nil)
            }
            let message = "\(capability.name) permits it, and is raised for it"
            let reason = Reason(.filePermitted, inquiry.path, message, basis: .both)
            return (.authorized([reason]), file)
        } catch let error as SystemError
            where error.call == "capset(2)" && error.errno == .EPERM
        {
            let message = "is not in the permitted set of this thread, so it cannot be raised"
            return (denied(.capabilityNotPermitted, message), nil)
        } catch let error as SystemError where FileRefusal.isNo(error.errno) {
            let problem = "\(error.errno.explanation)"
            let message = "does not permit it either: \(problem)"
            return (denied(.capabilityNotEnough, message), nil)
        }
    }
}

extension Verdict {
    fileprivate func adding(_ reason: Reason) -> Verdict {
        switch self {
        case .authorized: self
        case .denied(let reasons): .denied(reasons + [reason])
        case .undetermined(let reasons): .undetermined(reasons + [reason])
        }
    }
}
