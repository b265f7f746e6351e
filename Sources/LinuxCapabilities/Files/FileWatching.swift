import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// Watches everything that a decision reads. Each file is watched before it is read, so no later change is missed.
///
/// A watch on a directory also reports changes of its files, by their names there.
package final class FileWatching: Sendable {
    struct Found: Sendable {
        var names = WatchedNames()
        /// The first object that does not report its changes.
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

    /// Watches a name. Call it before the name is looked up.
    func watch(_ name: [UInt8], in directory: borrowing Descriptor, at path: String) {
        guard let number = watch(directory, at: path) else { return }
        state.withLock { $0.names.add(number, name) }
    }

    /// Watches all names. Call it before checking if there is any name.
    func watchAll(in directory: borrowing Descriptor, at path: String) {
        guard let number = watch(directory, at: path) else { return }
        state.withLock { $0.names.addAll(number) }
    }

    /// Watches a file that was found in a directory, for changes through another name.
    ///
    /// A file that this thread may not read is watched only by its name.
    func watch(found file: borrowing Descriptor, at path: String) {
        do throws(SystemError) {
            let number = try inotify.watch(file.number, for: interests, at: path)
            state.withLock { $0.names.add(number) }
        } catch {
            if error.errno != .EACCES { giveUp(path, "cannot be watched: \(error)") }
        }
    }

    /// Notes that files on this type of file system are read.
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

    /// Returns whether all changes are made through the kernel's own calls on this machine: not by a server, another
    /// machine, a process of FUSE, or the kernel itself.
    private static func tellsOfAll(_ type: String) -> Bool {
        switch type {
        case "ext2", "ext3", "ext4", "xfs", "btrfs", "overlay", "erofs", "squashfs", "iso9660",
            "vfat", "msdos", "exfat", "tmpfs", "devtmpfs", "ramfs", "hugetlbfs":
            true
        default: false
        }
    }
}
