import AccessModel
import Kernel
import LinuxSystem

/// The places of a tree on this machine. It finds their files, and finds them again.
///
/// An idmapped mount can refuse its files even to root, because a user without an id there may not search it. Such
/// files are looked for in a copy of the mount without its map.
final class LivePlaces {
    /// The directory, name and mount by which a place of the tree was found.
    struct Origin {
        let parent: PlaceID
        let name: [UInt8]
        let mount: LiveMounts.Key
        /// True if a mount covers it, so that its name leads to another file.
        var isCovered = false
    }

    let tree: FileTree
    let descriptors: DescriptorFolder
    /// True if `/proc/self` means the subject of the question.
    let isForSelf: Bool
    /// Watches each file before it is read; nil if the caller does not wait for changes.
    let watching: FileWatching?
    var mounts: LiveMounts
    private let root: Descriptor
    private var directories = OpenDirectories()
    /// The origins, indexed by the numbers of the places.
    private var origins: [Origin?]

    /// - Parameters: See ``LiveFileTree/init(root:ofProcess:forSelf:watching:)``.
    /// - Throws: ``SystemError`` if the root, its mount or the kernel's settings cannot be read.
    init(
        root: consuming Descriptor?,
        ofProcess process: Int32?,
        forSelf: Bool,
        watching: FileWatching?
    ) throws(SystemError) {
        let isOwn = root == nil
        let place: Descriptor
        if let root { place = root } else { place = try FileCalls.openPlace("/", follow: true) }
        watching?.watch(found: place, at: "/")
        descriptors = DescriptorFolder()
        let list = isOwn ? try .ofOwnRoot() : try FileList(of: place, by: descriptors, at: "/")
        let settings = try FileSettings.current()
        mounts = try LiveMounts(ofProcess: process, settings.kernel)
        let status = try FileCalls.status(of: place, at: "/")
        let (key, met) = try mounts.meetRoot(status, showing: place, hasLists: list.isPossible)
        guard let facts = Place(status, met, showing: place) else {
            throw SystemError("statx(2)", "/", code: .ENOTDIR)
        }
        tree = FileTree(
            root: facts,
            on: met.mount,
            list: list.entries,
            settings: settings,
            isRootCovered: Self.isCovered(place, on: status.mount)
        )
        self.root = place
        isForSelf = forSelf
        self.watching = watching
        watching?.note(fileSystem: met.mount.fileSystem, at: "/")
        origins = [Origin(parent: tree.root, name: [], mount: key)]
    }

    /// Returns whether `..` leads from a root directory to another mount; also true if the asker may not look.
    private static func isCovered(_ root: borrowing Descriptor, on mount: UInt64) -> Bool {
        do throws(SystemError) {
            let above = try FileCalls.openPlace("..", below: root, follow: true)
            return try FileCalls.status(of: above, at: "/..").mount != mount
        } catch {
            return true
        }
    }

    /// - Throws: ``SystemError`` of openat2(2); `ESTALE` if another directory has taken its place.
    func open(_ directory: PlaceID) throws(SystemError) -> OpenDirectories.Opened {
        var closed: [PlaceID] = []
        var current = directory
        var opened = directories.find(current)
        while opened == nil, current != tree.root {
            closed.append(current)
            current = try origin(of: current).parent
            opened = directories.find(current)
        }
        var last: OpenDirectories.Opened
        if let opened { last = opened } else { last = try openRoot() }
        for id in closed.reversed() {
            let found = try findAgain(id, in: last)
            let isUnmapped = found.isUnmapped
            last = directories.keep(found.place, for: id, isUnmapped: isUnmapped)
        }
        return last
    }

    /// Returns a file that was found before, if it is still the same.
    func findAgain(
        _ id: PlaceID,
        in parent: OpenDirectories.Opened
    ) throws(SystemError) -> FoundFile {
        let origin = try origin(of: id)
        let found = try find(origin.name, in: parent, of: origin.parent)
        let isSame =
            found.status.mount == origin.mount.id && found.status.facts.inode == tree[id].inode
            && found.status.facts.device == tree[id].device
        guard isSame else {
            throw SystemError("openat2(2)", tree.path(of: id), code: .ESTALE)
        }
        return found
    }

    private func openRoot() throws(SystemError) -> OpenDirectories.Opened {
        directories.keep(try FileCalls.duplicate(root, at: "/"), for: tree.root)
    }

    /// Closes the open directories, so each is found again.
    func closeAll() { directories = OpenDirectories() }

    /// Keeps a directory open that has just been found.
    func keep(_ found: consuming FoundFile, for id: PlaceID) {
        let isUnmapped = found.isUnmapped
        directories.keep(found.place, for: id, isUnmapped: isUnmapped)
    }

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
        } catch  where error.errno == .EACCES && tree.mount(of: directory).users != nil {
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
        // The copy does not necessarily show a file system that is mounted there.
        guard isMounted == (mounted != nil),
            let facts = mounts.shown(status.facts, by: mounted ?? above)
        else { throw SystemError("openat2(2)", path, code: .EACCES) }
        (status.facts, status.mount) = (facts, mounted ?? above)
        return FoundFile(place: place, status: status, isUnmapped: true)
    }

    func path(of name: [UInt8], in directory: PlaceID) -> String {
        let above = tree.path(of: directory)
        return (above == "/" ? "/" : above + "/") + String(decoding: name, as: UTF8.self)
    }

    /// Returns the file of a name in a copy of its mount. The copy shows no file systems that are mounted on it.
    func openCovered(
        named name: [UInt8],
        in directory: PlaceID,
        at path: String
    ) throws(SystemError) -> Descriptor {
        let parent = try open(directory)
        guard !parent.isUnmapped else {
            throw SystemError("open_tree(2)", path, code: .EACCES)
        }
        let bare = try FileCalls.clone(of: parent.place, at: path)
        return try FileCalls.openName(name, in: bare, at: path)
    }

    func keep(_ origin: Origin, of id: PlaceID) {
        let index = Int(id.index)
        let added = max(0, index + 1 - origins.count)
        origins.append(contentsOf: repeatElement(nil, count: added))
        origins[index] = origin
    }

    /// Returns the origin of a place; nil for a name that leads nowhere.
    func knownOrigin(of id: PlaceID) -> Origin? {
        let index = Int(id.index)
        return origins.indices.contains(index) ? origins[index] : nil
    }

    /// - Throws: ``SystemError`` with `ENOENT` for a name that leads nowhere.
    func origin(of id: PlaceID) throws(SystemError) -> Origin {
        guard let origin = knownOrigin(of: id) else {
            throw SystemError("openat2(2)", tree.path(of: id), code: .ENOENT)
        }
        return origin
    }
}

/// A file as it was found in its directory.
struct FoundFile: ~Copyable {
    let place: Descriptor
    /// The status with the ids and the mount of the path to it, even if the file was found behind an idmapped mount.
    let status: FileStatus
    let isUnmapped: Bool
}
