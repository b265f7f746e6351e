package import AccessModel
import Kernel

/// A tree of described files. Files are added when questions need them.
package final class DescribedFileTree: FileFactSource {
    package let tree: FileTree
    private let facts: HostFacts
    private var zones: [PlaceID: ProcZone]
    private var mounts: [Key: Int] = [:]

    private struct Key: Hashable {
        let mount: Mount
        let zone: ProcZone
    }

    package init(_ facts: HostFacts) {
        self.facts = facts
        let root = facts.file(at: "/") ?? .ordinaryDirectory
        let place = root.place ?? Place(.directory, mode: 0o755, uid: 0, gid: 0)
        tree = FileTree(
            root: place,
            on: root.mount ?? Mount(),
            list: root.list,
            settings: facts.settings
        )
        zones = [tree.root: .none]
    }

    package func changed(among places: [PlaceID]) -> PlaceID? { nil }

    /// Facts describe no default lists.
    package func hasDefaultList(_ directory: PlaceID) -> Bool? { false }

    package func read(_ request: FactRequest) {
        switch request {
        case .name(let name, let directory): add(name, in: directory)
        case .mountPoint(let place):
            tree.add(tree[place].isMountRoot, as: \.isMountPoint, of: place)
        case .emptiness(let directory):
            let isEmpty = facts.isEmpty(tree.path(of: directory))
            tree.add(isEmpty, as: \.emptiness, of: directory)
        case .covered(let mounted): tree.add(nil, as: \.covered, of: mounted)
        case .program(let file):
            tree.add(facts.file(at: tree.path(of: file))?.program, as: \.program, of: file)
        // The usual value counts if there is no fact.
        case .swap(let file): tree.add(false, as: \.isSwap, of: file)
        case .key(let file): tree.add(true, as: \.hasKey, of: file)
        case .layer(let file): tree.add(.upper, as: \.layer, of: file)
        case .copying(let file): tree.add(true, as: \.isCopyable, of: file)
        case .subvolume(let file): tree.add(false, as: \.isSubvolumeReadOnly, of: file)
        case .project(let file):
            let none = Project(id: 0, isHandedDown: false, refusesLinks: false)
            tree.add(none, as: \.project, of: file)
        }
    }

    private func add(_ name: [UInt8], in directory: PlaceID) {
        let above = tree.path(of: directory)
        let path = (above == "/" ? "/" : above + "/") + String(decoding: name, as: UTF8.self)
        guard let file = facts.file(at: path) else {
            let isComplete = facts.file(at: above)?.isComplete == true
            let absence: FileTree.Absence =
                facts.isWhole || isComplete ? .missing : .unknown(.notDescribed(name: name))
            return tree.add(absence, named: name, in: directory)
        }
        guard var place = file.place else {
            return tree.add(.missing, named: name, in: directory)
        }
        let zone = zone(of: file, named: name, in: directory)
        if zone.isImmutable(name, place.kind) { place.isImmutable = true }
        // Each described file is a distinct file.
        if place.inode == 0 { place.inode = UInt64(tree.places.count + 1) }
        let id = tree.add(
            place,
            named: name,
            in: directory,
            mount: number(of: file.mount ?? tree.mount(of: directory), in: zone),
            list: file.list,
            target: file.target.map { Array($0.utf8) }
        )
        zones[id] = zone
    }

    private func zone(
        of file: HostFacts.File,
        named name: [UInt8],
        in directory: PlaceID
    ) -> ProcZone {
        let above = zones[directory, default: .none]
        guard let mount = file.mount else {
            let below = above.below(name)
            // If `/proc/self` is described as a folder, it is that of the asking process.
            return below == .asker && file.place?.kind == .directory ? .process : below
        }
        guard mount.fileSystem == "proc" else { return .none }
        // A mount of proc within itself shows the same files again, for example read-only as in containers.
        return above == .none ? ProcZone(root: "/") : above.below(name)
    }

    private func number(of mount: Mount, in zone: ProcZone) -> Int {
        let key = Key(mount: mount, zone: zone)
        if let known = mounts[key] { return known }
        var mount = mount
        mount.rules = zone.rules(mount.rules)
        let number = tree.add(mount)
        mounts[key] = number
        return number
    }
}
