package import AccessModel
import Kernel
package import LinuxSystem

/// The files of this machine as facts, each read when a question first needs it.
///
/// Reading can block on a file system that does not answer; it is done by the thread that asks, as who
/// that thread is. What it may not look at is unknown.
package final class LiveFileTree: FileFactSource {
    package let tree: FileTree
    let root: Descriptor
    let descriptors: DescriptorFolder
    /// Whether `/proc/self` means the subject that is asked about.
    let isForSelf: Bool
    /// What watches each file before it is read, where somebody wants to be told of changes.
    let watching: FileWatching?
    var mounts: LiveMounts
    var directories = OpenDirectories()
    /// Read when first asked for.
    var swaps: SwapFiles?
    /// Where each place of the tree was found, by its number.
    private var origins: [Origin?]

    struct Origin {
        let parent: PlaceID
        let name: [UInt8]
        let mount: LiveMounts.Key
        /// Whether a mount covers it, so that its name leads to another file.
        var isCovered = false
    }

    /// - Parameters:
    ///   - root: A root directory opened as a place, `/proc/PID/root`; nil for that of this thread.
    ///   - process: Whose mounts are below it; nil for those of this thread.
    ///   - forSelf: Whether every question is about the thread that asks, so that `/proc/self` leads to
    ///     its own folder.
    ///   - watching: Watches each file before it is read.
    /// - Throws: ``SystemError`` where the root, its mount or the kernel's settings cannot be read.
    package init(
        root: consuming Descriptor? = nil,
        ofProcess process: Int32? = nil,
        forSelf: Bool = false,
        watching: FileWatching? = nil
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
        guard let facts = Place(status, met) else {
            throw SystemError("statx(2)", "/", code: Errno.ENOTDIR)
        }
        tree = FileTree(root: facts, on: met.mount, list: list.entries, settings: settings)
        self.root = place
        isForSelf = forSelf
        self.watching = watching
        watching?.note(fileSystem: met.mount.fileSystem, at: "/")
        origins = [Origin(parent: tree.root, name: [], mount: key)]
    }

    package func read(_ request: FactRequest) {
        switch request {
        case .name(let name, let directory): readName(name, in: directory)
        case .mountPoint(let place): readMountPoint(place)
        case .emptiness(let directory): readEmptiness(of: directory)
        case .covered(let mounted): readCovered(by: mounted)
        case .program(let file): readProgram(file)
        case .swap(let file): readSwap(file)
        case .key(let file): readKey(of: file)
        case .layer(let file): readLayer(of: file)
        case .subvolume(let file): readSubvolume(of: file)
        case .project(let file): readProject(of: file)
        }
    }

    func keep(_ origin: Origin, of id: PlaceID) {
        let index = Int(id.index)
        let added = max(0, index + 1 - origins.count)
        origins.append(contentsOf: repeatElement(nil, count: added))
        origins[index] = origin
    }

    /// Nil for a name that leads nowhere.
    func knownOrigin(of id: PlaceID) -> Origin? {
        let index = Int(id.index)
        return origins.indices.contains(index) ? origins[index] : nil
    }

    /// - Throws: ``SystemError`` with `ENOENT` for a name that leads nowhere.
    func origin(of id: PlaceID) throws(SystemError) -> Origin {
        guard let origin = knownOrigin(of: id) else {
            throw SystemError("openat2(2)", tree.path(of: id), code: Errno.ENOENT)
        }
        return origin
    }
}
