import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures
import Text

/// The owner, the group or the mode of a file, the same for every subject.
///
/// The file is looked at as this process sees it. A symbolic link at the end of the path is followed. A file that does
/// not exist has no owner and no mode, so the answer is no. An access list is not part of the mode. It can grant more
/// to some users, and the group bits are then its mask.
/// - SeeAlso: inode(7).
package struct FileProperty: Capability {
    package enum Property: Hashable, Sendable {
        /// A user, by name or number.
        case owner(String)
        /// A group, by name or number.
        case group(String)
        /// These bits, or fewer of them: 0 through 0o7777.
        case modeAtMost(UInt16)
        /// Exactly these bits.
        case mode(UInt16)

        /// Names are compared byte by byte, as the name service does.
        package static func == (one: Self, other: Self) -> Bool {
            switch (one, other) {
            case (.owner(let one), .owner(let other)), (.group(let one), .group(let other)):
                one.utf8.elementsEqual(other.utf8)
            case (.modeAtMost(let one), .modeAtMost(let other)), (.mode(let one), .mode(let other)):
                one == other
            case (.owner, _), (.group, _), (.modeAtMost, _), (.mode, _): false
            }
        }

        package func hash(into hasher: inout Hasher) {
            switch self {
            case .owner(let name), .group(let name): hasher.combine(Array(name.utf8))
            case .modeAtMost(let mode), .mode(let mode): hasher.combine(mode)
            }
        }
    }

    package var path: String { exactPath.text }
    private let exactPath: ExactPath
    package let property: Property
    private let host: Host

    package init(_ property: Property, of path: String, on host: Host = .live) {
        self.property = property
        exactPath = ExactPath(path)
        self.host = host
    }

    package var name: String {
        switch property {
        case .owner(let user): "owner \(path) \(user)"
        case .group(let group): "group \(path) \(group)"
        case .modeAtMost(let mode): "mode \(path) at most \(mode.octalMode)"
        case .mode(let mode): "mode \(path) \(mode.octalMode)"
        }
    }

    package var requirement: Void { () }

    /// - Throws: `SystemError` if the file cannot be looked at, or if the name service does not answer.
    package func authorizationStatus() async throws -> HostStateStatus {
        HostStateStatus(verdict: try await verdict())
    }

    private func verdict() async throws -> Verdict {
        let file: FileFacts
        do {
            file = try await host.files.facts(at: path)
        } catch let error as SystemError where Self.isAbsence(error.errno) {
            return .denied([Reason(.missing, path, "does not exist")])
        }
        if let unknown = unknownOwner(of: file) { return .undetermined([unknown]) }
        let names = try await host.accounts.names(users: [file.uid], groups: [file.gid])
        switch property {
        case .owner(let name):
            guard let user = try await host.user(named: name) else {
                return .denied([Reason(.userMissing, "user `\(name)`", "does not exist here")])
            }
            let message = "is owned by `\(names.user(file.uid))`"
            return try await verdict(
                file.uid == user,
                finding(.fileOwner, message, file, names),
                FileProperty.Change(.changeOwner(user), "chown \(name.shellWord)")
            )
        case .group(let name):
            guard let group = try await host.group(named: name) else {
                return .denied([
                    Reason(.groupMissing, "group `\(name)`", "does not exist here")
                ])
            }
            let message = "belongs to the group `\(names.group(file.gid))`"
            return try await verdict(
                file.gid == group,
                finding(.fileGroup, message, file, names),
                FileProperty.Change(.changeGroup(group), "chgrp \(name.shellWord)")
            )
        case .mode(let mode): return try await verdict(file.mode == mode, mode, file, names)
        case .modeAtMost(let mode):
            return try await verdict(file.mode & ~mode == 0, file.mode & mode, file, names)
        }
    }

    /// Returns a reason if this user namespace may not show the file's owner or group in question; nil otherwise.
    private func unknownOwner(of file: FileFacts) -> Reason? {
        let isForeign =
            switch property {
            case .owner: file.uid == foreignID
            case .group: file.gid == foreignID
            case .mode, .modeAtMost: false
            }
        let message = "has an owner that may have no number in this user namespace or on this mount"
        return isForeign ? Reason(.notKnown, path, message) : nil
    }

    /// - Parameter mode: The nearest mode that satisfies the property.
    private func verdict(
        _ holds: Bool,
        _ mode: UInt16,
        _ file: FileFacts,
        _ names: IDNames
    ) async throws -> Verdict {
        try await verdict(
            holds,
            finding(.fileMode, "has mode \(file.mode.octalMode)", file, names),
            FileProperty.Change(.changeMode(mode), "chmod \(mode.octalMode)")
        )
    }

    private struct Finding {
        let code: ReasonCode
        let message: String
        /// `0640 root:shadow`.
        let facts: String
    }

    private func finding(
        _ code: ReasonCode,
        _ message: String,
        _ file: FileFacts,
        _ names: IDNames
    ) -> Finding {
        let facts = "\(file.mode.octalMode) \(names.owners(file.uid, file.gid))"
        return Finding(code: code, message: message, facts: facts)
    }

    /// The change that gives the file its required property.
    private struct Change {
        let action: FileAccess.Action
        let command: String

        init(_ action: FileAccess.Action, _ command: String) {
            self.action = action
            self.command = command
        }
    }

    private func verdict(
        _ holds: Bool,
        _ finding: Finding,
        _ change: Change
    ) async throws -> Verdict {
        let evidence = Evidence(
            path,
            facts: finding.facts,
            question: question,
            finding: finding.message,
            holds: holds
        )
        let reason = Reason(
            finding.code,
            path,
            finding.message,
            evidence: [evidence],
            remedies: holds ? [] : await remedies(change)
        )
        return holds ? .authorized([reason]) : .denied([reason])
    }

    /// Returns the change if root could make it here. Root cannot on a read-only file system or with an immutable file.
    private func remedies(_ change: Change) async -> [Remedy] {
        let root = Subject.user("root")
        let attempt = FileAccess(change.action, path, as: root, asking: .model, on: host)
        guard await attempt.verdict().isAuthorized else { return [] }
        return [Remedy("\(change.command) \(path.shellWord)")]
    }

    private var question: String {
        switch property {
        case .owner(let user): "owner \(user)"
        case .group(let group): "group \(group)"
        case .modeAtMost(let mode): "mode at most \(mode.octalMode)"
        case .mode(let mode): "mode \(mode.octalMode)"
        }
    }

    private static func isAbsence(_ error: Errno) -> Bool {
        [.ENOENT, .ENOTDIR, .ELOOP, .ENAMETOOLONG].contains(error)
    }
}

extension UInt16 {
    /// `0640`.
    package var octalMode: String {
        let octal = String(self, radix: 8)
        return String(repeating: "0", count: Swift.max(0, 4 - octal.count)) + octal
    }
}
