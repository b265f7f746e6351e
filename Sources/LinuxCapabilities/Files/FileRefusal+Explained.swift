import AccessModel
import Capabilities
import LinuxSystem
import Procedures

extension FileRefusal {
    /// The refusal as a verdict, with the walk as its evidence.
    func explained(by facts: WalkFacts, _ action: FileAccess.Action, _ path: String) -> Verdict {
        let error = "\(errorText(code)) (\(errorName(code)))"
        guard isNo else {
            let rows = WalkEvidence(facts, action, refusal: "no answer: \(error)").evidence
            let message = "the kernel gave no answer: \(error)"
            return .undetermined([Reason("no-answer", path, message, evidence: rows)])
        }
        guard let finding = deciding(facts, action, path) else {
            let rows = WalkEvidence(facts, action, refusal: error).evidence
            let message =
                "\(error), which a second look did not find; "
                + "it changed meanwhile, or a security module refuses"
            return .undetermined([Reason("changed", path, message, evidence: rows)])
        }
        // The permissions of the object are told by the class that counts; all else in words.
        let words = finding.code == "permission-refused" ? nil : finding.message
        let rows = WalkEvidence(facts, action, refusal: words).evidence
        return .denied([
            Reason(finding.code, path, finding.message, cause: finding.cause, evidence: rows)
        ])
    }

    private struct Finding {
        let code: Reason.Code
        let message: String
        var cause = Reason.Cause.permission
    }

    private func deciding(
        _ facts: WalkFacts,
        _ action: FileAccess.Action,
        _ path: String
    ) -> Finding? {
        switch stage {
        case .way: wayFinding(facts, path)
        case .object: objectFinding(facts, action)
        case .nature: natureFinding(facts, action)
        }
    }

    private func wayFinding(_ facts: WalkFacts, _ path: String) -> Finding? {
        guard let stop = facts.walk.stop else { return protectedLink(facts) }
        guard stop.code == code else { return nil }
        let place = facts.walk.stopPath
        let about = place == path ? "" : "\(place) "
        switch code {
        case Errno.ENOENT:
            return Finding(code: "missing", message: about + "does not exist", cause: .other)
        case Errno.ENOTDIR:
            return Finding(
                code: "not-a-directory",
                message: about + "is not a directory",
                cause: .other
            )
        case Errno.ELOOP:
            let message =
                about + "leads through more than 40 symbolic links, or one that may not be followed"
            return Finding(code: "symbolic-link-loop", message: message, cause: .other)
        case Errno.ENAMETOOLONG:
            return Finding(
                code: "name-too-long",
                message: "is longer than the kernel takes",
                cause: .other
            )
        default:
            guard let step = facts.walk.steps.last, step.searchRefusal != nil else { return nil }
            let text = facts.summary(of: step, wanted: .execute)
            return Finding(code: "search-refused", message: "\(step.path) is \(text)")
        }
    }

    /// The kernel refuses to follow a stranger's link in a sticky directory that all may write to, see
    /// `protected_symlinks` in proc_sys_fs(5). Any other refusal of the way has a cause unknown to us.
    private func protectedLink(_ facts: WalkFacts) -> Finding? {
        guard code == Errno.EACCES, let link = facts.walk.steps.last(where: facts.isProtected)
        else {
            return nil
        }
        let message =
            "\(link.path) is a symbolic link of \(facts.userName(link.facts.uid)) in a sticky directory, "
            + "which fs.protected_symlinks forbids to follow"
        return Finding(code: "protected-symlink", message: message)
    }

    private func objectFinding(_ facts: WalkFacts, _ action: FileAccess.Action) -> Finding? {
        guard facts.walk.stop == nil, let file = facts.walk.steps.last else { return nil }
        switch code {
        case Errno.EROFS:
            return Finding(code: "read-only-file-system", message: "is on a read-only mount")
        case Errno.EPERM where file.facts.isImmutable:
            return Finding(code: "immutable", message: "is immutable (chattr +i)")
        case Errno.EACCES where action == .execute && file.mount.isNoExec:
            return Finding(
                code: "no-exec-mount",
                message: "is on a mount without execution (noexec)"
            )
        case Errno.EACCES:
            return Finding(
                code: "permission-refused",
                message: facts.summary(of: file, wanted: action.permissions)
            )
        case Errno.ETXTBSY:
            return Finding(code: "text-busy", message: "is a program that runs", cause: .other)
        default: return nil
        }
    }

    private func natureFinding(_ facts: WalkFacts, _ action: FileAccess.Action) -> Finding? {
        guard facts.walk.stop == nil, let file = facts.walk.steps.last else { return nil }
        switch code {
        case Errno.EISDIR:
            return Finding(code: "is-a-directory", message: "is a directory", cause: .other)
        case Errno.ENXIO:
            let message = "is a socket, which connect reaches and open does not"
            return Finding(code: "is-a-socket", message: message, cause: .other)
        case Errno.ELOOP:
            return Finding(code: "is-a-symbolic-link", message: "is a symbolic link", cause: .other)
        case Errno.EPERM:
            return Finding(code: "append-only", message: "is append-only (chattr +a)")
        case Errno.EACCES where action == .execute:
            let message = "is \(file.facts.kind.noun), which cannot be executed"
            return Finding(code: "not-regular", message: message, cause: .other)
        default:
            return Finding(code: "no-device-mount", message: "is a device on a nodev mount")
        }
    }
}

extension WalkFacts {
    /// Whether a step is a link that the kernel would keep from this subject, where the rule is on.
    fileprivate func isProtected(_ link: WalkStep) -> Bool {
        guard link.facts.kind == .symbolicLink,
            let slash = link.path.lastIndex(of: "/"),
            let folder = walk.steps.last(where: {
                $0.path == (slash == link.path.startIndex ? "/" : link.path[..<slash])
            })
        else { return false }
        return folder.facts.mode & 0o1002 == 0o1002
            && link.facts.uid != user && link.facts.uid != folder.facts.uid
    }
}

extension PathWalk {
    /// The path at which the walk ended: of the component that could not be reached.
    var stopPath: String {
        guard let stop else { return steps.last?.path ?? "/" }
        guard let last = steps.last, !stop.object.hasPrefix("/") else { return stop.object }
        return last.path == "/" ? "/\(stop.object)" : "\(last.path)/\(stop.object)"
    }
}
