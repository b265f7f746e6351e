package import AccessModel
import Kernel
import LinuxSystem

// Between the first and the last fact of an answer somebody may have changed one.
extension LiveFileTree {
    /// The first of some files that is not what it was when it was read; nil where all are.
    ///
    /// Each is found anew from the root on. What was missing is not looked for again.
    package func changed(among places: [PlaceID]) -> PlaceID? {
        directories = OpenDirectories()
        return places.first { place in knownOrigin(of: place) != nil && !isUnchanged(place) }
    }

    private func isUnchanged(_ id: PlaceID) -> Bool {
        guard id != tree.root, let origin = knownOrigin(of: id) else { return true }
        do throws(SystemError) {
            let found = try factsAgain(of: id, origin)
            let before = tree[id]
            return found.mode == before.mode && isOwner(found.uid, before.uid)
                && isOwner(found.gid, before.gid)
        } catch {
            return false
        }
    }

    private func factsAgain(of id: PlaceID, _ origin: Origin) throws(SystemError) -> FileFacts {
        guard origin.isCovered else {
            return try findAgain(id, in: try open(origin.parent)).status.facts
        }
        let path = tree.path(of: id)
        let place = try openCovered(named: origin.name, in: origin.parent, at: path)
        let found = try FileCalls.facts(of: place, at: path)
        guard found.inode == tree[id].inode, found.device == tree[id].device else {
            throw SystemError("openat2(2)", path, code: Errno.ESTALE)
        }
        return found
    }

    /// An id without a mapping is shown as another one.
    private func isOwner(_ shown: UInt32, _ known: UInt32) -> Bool {
        known >= foreignID || shown == known
    }
}
