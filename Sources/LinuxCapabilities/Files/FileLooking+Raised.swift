import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures

extension FileLooking {
    /// Of the thread that looks, with a capability in effect that it only has permitted.
    ///
    /// - Parameter before: The answer without it, which it stays unless this is a yes.
    func verdict(
        raising capability: KernelCapability,
        after before: Verdict
    ) async throws -> (Verdict, JudgedFile?) {
        let denied = { (code: Reason.Code, message: String) in
            before.adding(Reason(code, capability.name, message))
        }
        do {
            guard let file = try await host.files.look(for: inquiry, raising: capability) else {
                return (denied("capability-not-enough", "does not permit it either"), nil)
            }
            let message = "\(capability.name) permits it, and is raised for it"
            let reason = Reason("file-permitted", inquiry.path, message, basis: .both)
            return (.authorized([reason]), file)
        } catch let error as SystemError
            where error.call == "capset(2)" && error.code == Errno.EPERM
        {
            let message = "is not permitted to this thread, so that it cannot be raised"
            return (denied("capability-not-permitted", message), nil)
        } catch let error as SystemError where FileRefusal.isNo(error.code) {
            let problem = "\(errorText(error.code)) (\(errorName(error.code)))"
            let message = "does not permit it either: \(problem)"
            return (denied("capability-not-enough", message), nil)
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
