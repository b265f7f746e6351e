import Glibc

/// Tells one thread when lock files that it watches were closed by somebody.
///
/// The kernel has no event for the end of a lock, but one for the end of what can hold a lock: the close
/// of an open file description, by its owner or by the death of the last process that has it. The event
/// comes just *before* the lock goes (`__fput` in fs/file_table.c), so that one try after it is not enough.
/// Where the system has no room for inotify(7) there are no events, and whoever waits must try by himself.
package final class LockEvents: Sendable {
    /// What happened while the thread slept.
    package struct Changes: Sendable {
        /// Whether events were lost, so that any file may have been closed.
        package fileprivate(set) var isIncomplete = false
        package fileprivate(set) var watches: Set<Int32> = []

        package init() {}
    }

    private let wakeUp: WakeUp
    private let inotify: Inotify?

    /// - Throws: ``SystemError`` where there is no descriptor left to wake the thread by.
    package init() throws(SystemError) {
        wakeUp = try WakeUp()
        inotify = try? Inotify()
    }

    /// Whether the system had room for inotify(7).
    package var hasEvents: Bool { inotify != nil }

    /// Watches a file from now on: the very file, whatever its path leads to.
    ///
    /// - Returns: nil where there is no room or no `/proc`.
    package func watch(_ file: LockFile) -> Int32? {
        try? inotify?.watch(file.descriptor, for: .closing, at: file.path)
    }

    package func unwatch(_ watch: Int32) { inotify?.unwatch(watch) }

    /// Ends a wait that goes on, or the next.
    package func wake() { wakeUp.signal() }

    /// Sleeps until a watched file is closed, until it is woken, or for so long.
    package func wait(milliseconds: Int32) -> Changes {
        var awaited = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inotify?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the array has the length that is said. Whatever the result, all is looked at anew.
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
