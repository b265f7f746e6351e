import Glibc

/// Wakes one thread when lock files that it watches are closed by any process.
///
/// The kernel has no event for the end of a lock, but it has one for the close of an open file description, which can
/// hold a lock. The close is by its owner, or by the death of the last process that has it. The event comes just
/// *before* the lock ends (`__fput` in fs/file_table.c), so a single attempt after it is not enough. If the system has
/// no room for inotify(7), there are no events, and a waiting thread must poll.
package final class LockEvents: Sendable {
    /// The events that happened while the thread slept.
    package struct Changes: Sendable {
        /// Whether events were lost, so that any file may have been closed.
        package fileprivate(set) var isIncomplete = false
        package fileprivate(set) var watches: Set<Int32> = []

        package init() {}
    }

    private let wakeUp: WakeUp
    private let inotify: Inotify?

    /// - Throws: ``SystemError`` if no descriptor is left for the wake-up.
    package init() throws(SystemError) {
        wakeUp = try WakeUp()
        inotify = try? Inotify()
    }

    /// Whether the system had room for inotify(7).
    package var hasEvents: Bool { inotify != nil }

    /// Watches a file from now on. It watches the file itself, whatever its path leads to.
    ///
    /// - Returns: nil if there is no room or no `/proc`.
    package func watch(_ file: LockFile) -> Int32? {
        try? inotify?.watch(file.descriptor, for: .closing, at: file.path)
    }

    package func unwatch(_ watch: Int32) { inotify?.unwatch(watch) }

    /// Ends the current wait, or the next one.
    package func wake() { wakeUp.signal() }

    /// Sleeps until a watched file is closed, the thread is woken, or the time has passed.
    package func wait(milliseconds: Int32) -> Changes {
        var awaited = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inotify?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the array has the given length. The result is ignored: all events are read again.
        _ = unsafe poll(&awaited, nfds_t(awaited.count), milliseconds)
        wakeUp.drain()
        return takeChanges()
    }

    private func takeChanges() -> Changes {
        var changes = Changes()
        for event in inotify?.takeEvents() ?? [] {
            if let watch = event.watch {
                changes.watches.insert(watch)
            } else {
                changes.isIncomplete = true
            }
        }
        return changes
    }
}
