/// What the layers below an overlay refuse, whatever the overlay itself shows; see overlayfs.rst of the kernel.
package struct OverlayLayers: Hashable, Sendable {
    /// What the upper layer lets be written.
    package enum Upper: Hashable, Sendable {
        /// It was seen to be writable, or could not be looked at.
        case writable
        /// Its file system became read-only after the overlay was mounted.
        case readOnly
        /// Its first directory is immutable: nothing new can be copied up into it.
        case immutable
    }

    package var upper: Upper
    /// Whether it is known which file system holds the upper layer.
    package var isUpperSeen: Bool
    /// `redirect_dir=on`: directories of lower layers can be renamed.
    package var movesDirectories: Bool

    package init(
        upper: Upper = .writable,
        isUpperSeen: Bool = true,
        movesDirectories: Bool = false
    ) {
        self.upper = upper
        self.isUpperSeen = isUpperSeen
        self.movesDirectories = movesDirectories
    }
}

/// Where a file of an overlay comes from.
package enum OverlayLayer: Hashable, Sendable {
    /// The upper layer alone.
    case upper
    /// A directory of several layers, the upper one among them.
    case merged
    /// A lower layer alone.
    case lower
    /// A file of a lower layer, which may have been copied up.
    case lowerOrCopied
}
