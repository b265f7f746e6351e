import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// Watches what a decision reads: each file before it is read, so that no change after that is missed.
///
/// What is told of a directory is told of its files too, by their names there.
package final class FileWatching: Sendable {
    struct Found: Sendable {
        var names = WatchedNames()
        /// The first thing that does not tell of its changes.
        var blind: Reason?
    }

    private let state = Locked(Found())
    private let inotify: Inotify
    private let interests: Inotify.Interests

    init(_ inotify: Inotify, for interests: Inotify.Interests) {
        self.inotify = inotify
        self.interests = interests
    }

    var found: Found { state.withLock { $0 } }

    /// Before a name is looked up.
    func watch(_ name: [UInt8], in directory: borrowing Descriptor, at path: String) {
        guard let number = watch(directory, at: path) else { return }
        state.withLock { $0.names.add(number, name) }
    }

    /// Before it is looked whether there is any name.
    func watchAll(in directory: borrowing Descriptor, at path: String) {
        guard let number = watch(directory, at: path) else { return }
        state.withLock { $0.names.addAll(number) }
    }

    /// A file that was found in a directory, for what others change of it by another name.
    ///
    /// One that this thread may not read is watched by its name alone.
    func watch(found file: borrowing Descriptor, at path: String) {
        do throws(SystemError) {
            let number = try inotify.watch(file.number, for: interests, at: path)
            state.withLock { $0.names.add(number) }
        } catch {
            if error.errno != .EACCES { giveUp(path, "cannot be watched: \(error)") }
        }
    }

    /// Files of this kind are read there.
    func note(fileSystem type: String, at path: String) {
        guard !Self.tellsOfAll(type) else { return }
        giveUp(path, "is on a file system (\(type)) that does not report all changes")
    }

    private func watch(_ directory: borrowing Descriptor, at path: String) -> Int32? {
        do throws(SystemError) {
            return try inotify.watch(directory.number, for: interests, at: path)
        } catch {
            giveUp(path, "cannot be watched: \(error)")
            return nil
        }
    }

    private func giveUp(_ path: String, _ message: String) {
        let reason = Reason(.notWatched, path, message)
        state.withLock { $0.blind = $0.blind ?? reason }
    }

    /// Whether all changes are made through the kernel's own calls, by this very machine: not by a server,
    /// another machine, a process of FUSE, or the kernel itself.
    private static func tellsOfAll(_ type: String) -> Bool {
        switch type {
        case "ext2", "ext3", "ext4", "xfs", "btrfs", "overlay", "erofs", "squashfs", "iso9660",
            "vfat", "msdos", "exfat", "tmpfs", "devtmpfs", "ramfs", "hugetlbfs":
            true
        default: false
        }
    }
}
