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
