import Kernel
import LinuxSystem

/// What the overflow id, 65534, means where a mount shows it as an owner.
struct OwnerMap {
    private enum Meaning {
        case itself
        /// An owner without a mapping.
        case nobody
        /// An owner that our user namespace does not map.
        case foreign
        /// Either.
        case ambiguous
    }

    private let overflow: UInt32
    /// Whether the mount is idmapped.
    let isMapped: Bool
    private let map: IDMap?
    private let meaning: Meaning

    /// - Parameters:
    ///   - shown: How ids are shown to us.
    ///   - isMapped: Whether the mount is idmapped.
    ///   - map: By which map; nil where that is not known.
    init(_ shown: ShownIDs, isMapped: Bool, _ map: IDMap?) {
        overflow = shown.overflow
        self.isMapped = isMapped
        self.map = shown.isComplete ? map : nil
        if !shown.isComplete {
            // An idmapped mount may have no id at all for it.
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

    /// The owner behind a shown id.
    func owner(_ id: UInt32) -> UInt32 {
        guard id == overflow else { return id }
        switch meaning {
        case .nobody: return noID
        case .foreign: return foreignID
        case .itself, .ambiguous: return id
        }
    }

    /// The owner behind the id that the file system itself has; nil where that cannot be told.
    func owner(ofFileSystem id: UInt32) -> UInt32? {
        isMapped ? map.map { $0.outside(of: id) ?? noID } : id
    }

    func isAmbiguous(_ id: UInt32) -> Bool { id == overflow && meaning == .ambiguous }
}
