public import Capabilities
import LinuxSystem
import Procedures

/// The right to use one file in one way.
///
/// The kernel itself is asked, on the very object that the path leads to, by the effective user and
/// kernel capabilities of the calling thread. What a seccomp filter, Landlock, or the driver behind a
/// device would say to the open itself is not known beforehand.
/// - SeeAlso: faccessat2(2), path_resolution(7).
public struct FileAccess: Capability {
    /// A way to use a file.
    public enum Action: String, CaseIterable, Hashable, Sendable {
        /// open(2) with `O_RDONLY`; a directory too can be opened so.
        case read
        /// open(2) with `O_WRONLY`, neither `O_APPEND` nor `O_TRUNC`.
        case write
        /// execve(2), as far as the permission to execute goes.
        case execute
    }

    public let action: Action
    public let path: String
    /// Whether a symbolic link at the end of the path is followed.
    public let follow: Bool
    public let subject: Subject
    private let host: Host

    /// - Parameter path: An absolute path.
    public init(
        _ action: Action,
        _ path: String,
        follow: Bool = true,
        of subject: Subject = .current,
        on host: Host = .live
    ) {
        self.action = action
        self.path = path
        self.follow = follow
        self.subject = subject
        self.host = host
    }

    public var name: String { "\(action.rawValue) \(path)" }

    public var requirement: Action { action }

    public func isAvailable() async -> Availability {
        subject.notJudged(name).map(Availability.unavailable) ?? .available
    }

    public func authorizationStatus() async throws -> FileAccessStatus {
        if let reason = notAsked { return status(.undetermined([reason])) }
        let found = try await host.files.look(at: path, for: action.mode, follow: follow)
        guard let refusal = FileRefusal(found, action, path) else { return status(.authorized()) }
        return status(try await explained(refusal))
    }

    /// Looks, and holds the very object that was judged, for ``Capabilities/Permit`` to open.
    ///
    /// It is held as a place (`O_PATH`), which reads nothing of it and does not act on a device, but
    /// keeps its file system from being unmounted. Nothing is held where the answer is no.
    public func look() async throws -> Look<FileAccessStatus> {
        if let reason = notAsked { return Look(status(.undetermined([reason]))) }
        let found = try await host.files.hold(at: path, for: action.mode, follow: follow)
        guard let refusal = FileRefusal(found.look, action, path) else {
            return Look(status(.authorized()), holding: found.file)
        }
        return Look(status(try await explained(refusal)))
    }

    /// Why the kernel is not even asked.
    private var notAsked: Reason? {
        if let reason = subject.notJudged(name) { return reason }
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            return Reason("path-not-absolute", path, "is not an absolute path without NUL bytes")
        }
        return nil
    }

    private func status(_ verdict: Verdict) -> FileAccessStatus {
        FileAccessStatus(action: action, verdict: verdict)
    }

    private func explained(_ refusal: FileRefusal) async throws -> Verdict {
        let walk = try await host.files.walk(path, follow: follow)
        return refusal.explained(by: walk, action, path)
    }
}

/// What is known of one way to use a file.
public struct FileAccessStatus: AuthorizationStatus, Hashable {
    public let action: FileAccess.Action
    public let verdict: Verdict

    public func meets(_ requirement: FileAccess.Action) -> Verdict {
        guard requirement == action else {
            let message = "was looked at for \(action.rawValue), not for \(requirement.rawValue)"
            return .undetermined([Reason("not-looked-at", "file", message)])
        }
        return verdict
    }
}

extension FileAccess.Action {
    var mode: AccessMode {
        switch self {
        case .read: .read
        case .write: .write
        case .execute: .execute
        }
    }
}
