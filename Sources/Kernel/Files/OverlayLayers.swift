/// Refusals by the layers of an overlay that the overlay itself does not show; see overlayfs.rst of the kernel.
package struct OverlayLayers: Hashable, Sendable {
    /// The writability of the upper layer.
    package enum Upper: Hashable, Sendable {
        /// The layer was found to be writable, or could not be examined.
        case writable
        /// The file system of the layer became read-only after the overlay was mounted.
        case readOnly
        /// The root directory of the layer is immutable: nothing new can be copied up into it.
        case immutable
    }

    package var upper: Upper
    /// True if the file system of the upper layer is known.
    package var isUpperSeen: Bool
    /// True if `redirect_dir=on` is set: directories of lower layers can then be renamed.
    package var movesDirectories: Bool
    /// True if there is one lower layer, and its file system counts the links of directories. Otherwise a directory of
    /// lower layers alone may show a link count of 1 too.
    package var countsLinks: Bool
    /// False if the file system of the upper layer is known to set no access lists.
    package var upperSetsLists: Bool
    /// True if the file system of each lower layer is known to set access lists.
    package var lowerSetsLists: Bool
    /// False if no lower layer is on EROFS, which calls each of its files immutable, nor on another overlay.
    package var mayShowEROFS: Bool
    /// True if the file system of the upper layer is xfs, which has its own error for a directory that is not empty.
    package var isUpperXFS: Bool
    /// True if a copy of a file to the upper layer may fail, whatever the file is.
    package var mayFailToCopy: Bool
    /// False if the file system of the upper layer refuses files that are written synchronously (`chattr +S`).
    package var upperTakesSync: Bool

    package init(
        upper: Upper = .writable,
        isUpperSeen: Bool = true,
        movesDirectories: Bool = false,
        countsLinks: Bool = false,
        upperSetsLists: Bool = true,
        lowerSetsLists: Bool = true,
        mayShowEROFS: Bool = false,
        isUpperXFS: Bool = false,
        mayFailToCopy: Bool = false,
        upperTakesSync: Bool = true
    ) {
        self.upper = upper
        self.isUpperSeen = isUpperSeen
        self.movesDirectories = movesDirectories
        self.countsLinks = countsLinks
        self.upperSetsLists = upperSetsLists
        self.lowerSetsLists = lowerSetsLists
        self.mayShowEROFS = mayShowEROFS
        self.isUpperXFS = isUpperXFS
        self.mayFailToCopy = mayFailToCopy
        self.upperTakesSync = upperTakesSync
    }
}

/// The layer that a file of an overlay comes from.
package enum OverlayLayer: Hashable, Sendable {
    /// The upper layer alone.
    case upper
    /// A directory of several layers, the upper one among them.
    case merged
    /// A directory of several layers, or of one that does not count links. The upper layer may have it too.
    case perhapsMerged
    /// A lower layer alone.
    case lower
    /// A file of a lower layer, which may have been copied up.
    case lowerOrCopied
}
