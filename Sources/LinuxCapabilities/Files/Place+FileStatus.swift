import AccessModel
import LinuxSystem

extension Place {
    /// - Returns: nil for a kind of file that no rule knows.
    init?(_ status: FileStatus, _ mount: LiveMounts.Met) {
        let facts = status.facts
        guard let kind = FileKind(facts.kind) else { return nil }
        self.init(
            kind,
            mode: facts.mode,
            uid: mount.users.owner(facts.uid),
            gid: mount.groups.owner(facts.gid),
            isImmutable: facts.isImmutable,
            isAppendOnly: facts.isAppendOnly,
            hasAmbiguousOwner: mount.users.isAmbiguous(facts.uid)
                || mount.groups.isAmbiguous(facts.gid),
            isMountRoot: facts.isMountRoot,
            inode: facts.inode,
            device: facts.device,
            deviceNumber: DeviceNumber(major: status.deviceMajor, minor: status.deviceMinor)
        )
    }
}

extension FileKind {
    fileprivate init?(_ kind: FileFacts.Kind) {
        switch kind {
        case .regular: self = .regular
        case .directory: self = .directory
        case .symbolicLink: self = .symbolicLink
        case .fifo: self = .fifo
        case .socket: self = .socket
        case .blockDevice: self = .blockDevice
        case .characterDevice: self = .characterDevice
        case .unknown: return nil
        }
    }
}

extension ProcZone {
    static func of(_ mount: MountStatus) -> ProcZone {
        mount.type == "proc" ? ProcZone(root: mount.root) : .none
    }
}

/// The access list of a file, and whether its file system knows any.
struct FileList {
    let entries: [ListEntry]?
    let isPossible: Bool
}

extension FileCalls {
    /// - Parameter isOwnRoot: Whether it is this thread's root directory, below which it may be unable to
    ///   reach proc(5).
    static func list(
        of place: borrowing Descriptor,
        isOwnRoot: Bool
    ) throws(SystemError) -> FileList {
        let name = "system.posix_acl_access"
        do throws(SystemError) {
            let bytes = try isOwnRoot ? attributeOfRoot(name) : attribute(name, of: place, at: "")
            guard let bytes else { return FileList(entries: nil, isPossible: true) }
            guard let list = AccessList(attribute: bytes) else {
                throw SystemError("getxattr(2)", "", code: Errno.EINVAL)
            }
            return FileList(entries: list.entries.map(ListEntry.init), isPossible: true)
        } catch  where error.code == Errno.EOPNOTSUPP {
            return FileList(entries: nil, isPossible: false)
        }
    }
}

extension ListEntry {
    fileprivate init(_ entry: AccessList.Entry) {
        let tag: Tag
        switch entry.tag {
        case .owner: tag = .owner
        case .user: tag = .user(entry.id)
        case .owningGroup: tag = .owningGroup
        case .group: tag = .group(entry.id)
        case .mask: tag = .mask
        case .other: tag = .other
        }
        self.init(tag, Permissions(rawValue: entry.permissions))
    }
}
