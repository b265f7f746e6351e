package import Kernel

/// What of a file only some questions need.
package struct PlaceDetails: Sendable {
    package enum Fact<Value: Sendable>: Sendable {
        case unread
        case known(Value)
        /// It could not be read.
        case unknown(Unknown.Cause)
    }

    package var mount: Int
    package var parent: PlaceID
    package var path: String
    /// The access list, in the kernel's order; nil where the file has none.
    package var list: [ListEntry]?
    /// Where a symbolic link points to; nil where it is none, or a magic one of proc(5).
    package var target: [UInt8]?
    package var names: [[UInt8]: FileTree.Entry] = [:]
    /// Whether something is mounted on this very name, perhaps by another way to it.
    package var isMountPoint = Fact<Bool>.unread
    package var emptiness = Fact<Bool>.unread
    package var covered = Fact<PlaceID>.unread
    package var program = Fact<Program>.unread
    package var isSwap = Fact<Bool>.unread
    package var hasKey = Fact<Bool>.unread
    package var layer = Fact<OverlayLayer>.unread
    package var isSubvolumeReadOnly = Fact<Bool>.unread
    package var project = Fact<Project>.unread

    init(mount: Int, parent: PlaceID, path: String) {
        self.mount = mount
        self.parent = parent
        self.path = path
    }
}
