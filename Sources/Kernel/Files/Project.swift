/// The project of a file, see chattr(1), `p` and `P`.
package struct Project: Hashable, Sendable {
    package let id: UInt32
    /// True if new files in the directory inherit the project.
    package let isHandedDown: Bool

    /// True if no symbolic link can be created in the directory (`FS_XFLAG_NOSYMLINKS` of xfs).
    package let refusesLinks: Bool

    package init(id: UInt32, isHandedDown: Bool, refusesLinks: Bool) {
        self.id = id
        self.isHandedDown = isHandedDown
        self.refusesLinks = refusesLinks
    }
}
