package import Kernel

/// The properties of a file that only some questions need.
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
    /// The target of a symbolic link. Nil for other files, and for magic links of proc(5).
    package var target: [UInt8]?
    package var names: [[UInt8]: FileTree.Entry] = [:]
    /// True if something is mounted on this very name, possibly through another path.
    package var isMountPoint = Fact<Bool>.unread
    package var emptiness = Fact<Bool>.unread
    package var covered = Fact<PlaceID>.unread
    package var program = Fact<Program>.unread
    package var isSwap = Fact<Bool>.unread
    package var hasKey = Fact<Bool>.unread
    package var layer = Fact<OverlayLayer>.unread
    /// Whether an overlay can copy the attributes of the file to its upper layer.
    package var isCopyable = Fact<Bool>.unread
    package var isSubvolumeReadOnly = Fact<Bool>.unread
    package var project = Fact<Project>.unread

    init(mount: Int, parent: PlaceID, path: String) {
        self.mount = mount
        self.parent = parent
        self.path = path
    }
}
