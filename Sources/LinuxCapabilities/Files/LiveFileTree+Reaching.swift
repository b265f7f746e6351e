package import AccessModel
import LinuxSystem

// Where the rules cannot follow a path, the kernel can: through magic links of proc(5), a file system that
// decides by itself, owners that our user namespace does not show.
extension LiveFileTree {
    package func reached(by inquiry: FileInquiry) -> PlaceID? {
        guard isForSelf, inquiry.asksKernel, let mode = inquiry.accessMode else { return nil }
        let path = inquiry.path
        do throws(SystemError) {
            let place = try FileCalls.openMountedPlace(path, follow: inquiry.follow ?? true)
            guard FileCalls.refusal(of: mode, for: place) == nil else { return nil }
            return try add(reached: place, at: path)
        } catch {
            return nil
        }
    }

    /// - Returns: nil for a kind of file that no rule knows.
    /// - Throws: ``SystemError`` where the file is on a mount of another mount namespace.
    private func add(
        reached place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> PlaceID? {
        let status = try FileCalls.status(of: place, at: path)
        let mount = try mounts.status(of: status, showing: place, at: path)
        // Which part of proc(5) it is, the path does not say.
        let key = LiveMounts.Key(id: status.mount, zone: mount.type == "proc" ? .drivers : .none)
        let met = mounts.meet(key, mount, hasLists: true) { tree.add($0) }
        guard let facts = Place(status, met, showing: place) else { return nil }
        return tree.add(reached: facts, at: path, from: tree.root, mount: met.number)
    }
}
