import AccessModel
import Kernel
import LinuxSystem

/// A file as it was found in its directory.
struct FoundFile: ~Copyable {
    let place: Descriptor
    /// With the ids and the mount of the way to it, even where it was found behind an idmapped mount.
    let status: FileStatus
    let isUnmapped: Bool
}

// An idmapped mount can keep its files even from root: who has no id there is nobody's to search. They
// are then looked for in a copy of the mount without its map.
extension LiveFileTree {
    func find(
        _ name: [UInt8],
        in parent: OpenDirectories.Opened,
        of directory: PlaceID
    ) throws(SystemError) -> FoundFile {
        let path = tree.path(of: directory)
        guard !parent.isUnmapped else {
            return try findUnmapped(name, in: parent.place, of: directory)
        }
        do throws(SystemError) {
            let place = try FileCalls.openName(name, in: parent.place, at: path)
            watching?.watch(found: place, at: path)
            let status = try FileCalls.status(of: place, at: path)
            return FoundFile(place: place, status: status, isUnmapped: false)
        } catch  where error.code == Errno.EACCES && tree.mount(of: directory).users != nil {
            let bare = try FileCalls.unmapped(parent.place, withMounts: true, at: path)
            return try findUnmapped(name, in: bare, of: directory)
        }
    }

    private func findUnmapped(
        _ name: [UInt8],
        in directory: borrowing Descriptor,
        of id: PlaceID
    ) throws(SystemError) -> FoundFile {
        let path = path(of: name, in: id)
        let above = try origin(of: id).mount.id
        let mounted = try mounts.mount(at: path, named: name, on: above)
        let place = try FileCalls.openName(name, in: directory, at: path)
        watching?.watch(found: place, at: path)
        var status = try FileCalls.status(of: place, at: path)
        let isMounted = try FileCalls.status(of: directory, at: path).mount != status.mount
        // The copy need not show what is mounted there.
        guard isMounted == (mounted != nil),
            let facts = mounts.shown(status.facts, by: mounted ?? above)
        else { throw SystemError("openat2(2)", path, code: Errno.EACCES) }
        (status.facts, status.mount) = (facts, mounted ?? above)
        return FoundFile(place: place, status: status, isUnmapped: true)
    }

    func path(of name: [UInt8], in directory: PlaceID) -> String {
        let above = tree.path(of: directory)
        return (above == "/" ? "/" : above + "/") + String(decoding: name, as: UTF8.self)
    }
}

extension FileList {
    /// A list with the ids that a file system itself has, as an idmapped mount shows it.
    func mapped(by mount: LiveMounts.Met) -> FileList {
        let entries = entries?.map { entry in
            switch entry.tag {
            case .user(let id):
                ListEntry(.user(mount.users.owner(ofFileSystem: id) ?? noID), entry.permissions)
            case .group(let id):
                ListEntry(.group(mount.groups.owner(ofFileSystem: id) ?? noID), entry.permissions)
            default: entry
            }
        }
        return FileList(entries: entries, isPossible: isPossible)
    }
}
