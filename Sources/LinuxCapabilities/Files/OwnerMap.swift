import Kernel
import LinuxSystem

/// The meaning of the overflow id, 65534, when a mount shows it as an owner.
struct OwnerMap {
    private enum Meaning {
        case itself
        /// An owner without a mapping.
        case nobody
        /// An owner that our user namespace does not map.
        case foreign
        /// Either meaning.
        case ambiguous
    }

    private let overflow: UInt32
    /// True if the mount is idmapped.
    let isMapped: Bool
    private let isLayered: Bool
    private let map: IDMap?
    private let meaning: Meaning

    /// - Parameters:
    ///   - shown: The ids that our user namespace shows.
    ///   - isMapped: True if the mount is idmapped.
    ///   - map: The map of the mount; nil if it is not known.
    ///   - isLayered: True for an overlay. One of its layers may be an idmapped mount, which the overlay does not show.
    init(_ shown: ShownIDs, isMapped: Bool, _ map: IDMap?, isLayered: Bool = false) {
        overflow = shown.overflow
        self.isMapped = isMapped
        self.isLayered = isLayered
        isShownByWriting = isLayered && !isMapped && shown.isComplete
        self.map = shown.isComplete ? map : nil
        if !shown.isComplete {
            // An idmapped mount may have no id for the owner at all.
            meaning = shown.mayBeOwn || isMapped || isLayered ? .ambiguous : .foreign
        } else if !isMapped {
            meaning = isLayered ? .ambiguous : .itself
        } else if let map {
            let isShown = map.contains(outside: shown.overflow)
            meaning = !isShown ? .nobody : map.isComplete ? .itself : .ambiguous
        } else {
            meaning = .ambiguous
        }
    }

    /// Returns the owner behind a shown id.
    func owner(_ id: UInt32) -> UInt32 {
        guard id == overflow else { return id }
        switch meaning {
        case .nobody: return noID
        case .foreign: return foreignID
        case .itself, .ambiguous: return id
        }
    }

    /// Returns the owner behind an id of the file system itself; nil if it cannot be known.
    func owner(ofFileSystem id: UInt32) -> UInt32? {
        guard !isLayered || id != overflow else { return nil }
        return isMapped ? map.map { $0.outside(of: id) ?? noID } : id
    }

    /// Whether each owner has an id, as far as is known.
    var hasEveryOwner: Bool { !isMapped && !isLayered }
    /// Whether only a layer of an overlay can leave an owner without an id. The kernel lets no one write to such a file.
    let isShownByWriting: Bool

    func isAmbiguous(_ id: UInt32) -> Bool { id == overflow && meaning == .ambiguous }
}
