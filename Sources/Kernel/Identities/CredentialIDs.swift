/// The ids of a thread as a user or as a group, see credentials(7).
package struct CredentialIDs: Hashable, Sendable {
    package var real: UInt32
    package var effective: UInt32
    package var saved: UInt32
    /// The id for file access: the effective id, unless setfsuid(2) or setfsgid(2) was used.
    package var fileSystem: UInt32

    package init(real: UInt32, effective: UInt32, saved: UInt32, fileSystem: UInt32) {
        self.real = real
        self.effective = effective
        self.saved = saved
        self.fileSystem = fileSystem
    }

    /// Creates four equal ids.
    package init(_ id: UInt32) {
        self.init(real: id, effective: id, saved: id, fileSystem: id)
    }
}
