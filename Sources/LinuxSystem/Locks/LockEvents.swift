import CLinux
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

    private static let closed = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)

    private let wakeUp: WakeUp
    private let inotify: Descriptor?

    /// - Throws: ``SystemError`` where there is no descriptor left to wake the thread by.
    package init() throws(SystemError) {
        wakeUp = try WakeUp()
        let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        inotify = number >= 0 ? Descriptor(owning: number) : nil
    }

    /// Whether the system had room for inotify(7).
    package var hasEvents: Bool { inotifyNumber != nil }

    /// Watches a file from now on: the very file, whatever its path leads to.
    ///
    /// - Returns: nil where there is no room or no `/proc`.
    package func watch(_ file: LockFile) -> Int32? {
        guard let inotify = inotifyNumber else { return nil }
        // SAFETY: the text lives until the call returns, and the kernel only reads it.
        let watch = unsafe inotify_add_watch(
            inotify,
            "/proc/self/fd/\(file.descriptor)",
            Self.closed
        )
        return watch >= 0 ? watch : nil
    }

    package func unwatch(_ watch: Int32) {
        if let inotify = inotifyNumber { _ = inotify_rm_watch(inotify, watch) }
    }

    /// Ends a wait that goes on, or the next.
    package func wake() { wakeUp.signal() }

    /// Sleeps until a watched file is closed, until it is woken, or for so long.
    package func wait(milliseconds: Int32) -> Changes {
        var awaited = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inotifyNumber ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the array has the length that is said. Whatever the result, all is looked at anew.
        _ = unsafe poll(&awaited, nfds_t(awaited.count), milliseconds)
        wakeUp.drain()
        return takeChanges()
    }

    private var inotifyNumber: Int32? {
        switch inotify {
        case .some(let inotify): inotify.number
        case .none: nil
        }
    }

    private func takeChanges() -> Changes {
        var changes = Changes()
        guard let inotify = inotifyNumber else { return changes }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // SAFETY: the call writes at most `count` bytes; it does not block.
            let count = unsafe read(inotify, &buffer, buffer.count)
            guard count > 0 else { return changes }
            changes.add(buffer[..<count])
        }
    }
}

extension LockEvents.Changes {
    /// `struct inotify_event`: the watch, a mask, a cookie, and the length of a name that follows.
    fileprivate mutating func add(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 16 {
            let watch = Int32(bitPattern: Self.number(rest.prefix(4)))
            // The queue's overflow is an event without a watch.
            if watch < 0 { isIncomplete = true } else { watches.insert(watch) }
            rest = rest.dropFirst(16 + Int(Self.number(rest.dropFirst(12).prefix(4))))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let isLittle = UInt32(1).littleEndian == 1
        let ordered = isLittle ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
