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
    private let map: IDMap?
    private let meaning: Meaning

    /// - Parameters:
    ///   - shown: The ids that our user namespace shows.
    ///   - isMapped: True if the mount is idmapped.
    ///   - map: The map of the mount; nil if it is not known.
    init(_ shown: ShownIDs, isMapped: Bool, _ map: IDMap?) {
        overflow = shown.overflow
        self.isMapped = isMapped
        self.map = shown.isComplete ? map : nil
        if !shown.isComplete {
            // An idmapped mount may have no id for the owner at all.
            meaning = shown.mayBeOwn || isMapped ? .ambiguous : .foreign
        } else if !isMapped {
            meaning = .itself
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
        isMapped ? map.map { $0.outside(of: id) ?? noID } : id
    }

    func isAmbiguous(_ id: UInt32) -> Bool { id == overflow && meaning == .ambiguous }
}
