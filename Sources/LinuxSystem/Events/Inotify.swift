import CLinux
import Glibc

/// An inotify(7) instance. It reports events of the files that it watches, whatever their paths lead to.
package final class Inotify: Sendable {
    /// An event and its place.
    package struct Event: Hashable, Sendable {
        /// The watch; nil if events were lost, so that anything may have happened.
        package let watch: Int32?
        /// The name that the event is about, in a watched directory; empty if the event is about the watched file
        /// itself.
        package let name: [UInt8]
    }

    /// The events to watch for.
    package struct Interests: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Changes of modes, owners, access lists and link counts, also of the files in a directory.
        package static let attributes = Self(rawValue: UInt32(IN_ATTRIB))
        /// Names that appear in a directory or disappear from it.
        package static let names = Self(
            rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        )
        /// The watched file itself is moved, or deleted with its last name.
        package static let place = Self(rawValue: UInt32(IN_DELETE_SELF | IN_MOVE_SELF))
        package static let contents = Self(rawValue: UInt32(IN_MODIFY))
        /// A close of an open file description.
        package static let closing = Self(rawValue: UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE))
    }

    private let inotify: Descriptor

    /// - Throws: ``SystemError`` as inotify_init(2) fails; `EMFILE` if the user has the maximum number of instances.
    package init() throws(SystemError) {
        let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard number >= 0 else {
            let code = errno
            let remedy = code == EMFILE ? "raise fs.inotify.max_user_instances" : nil
            throw SystemError("inotify_init(2)", "this process", code: code, remedy: remedy)
        }
        inotify = Descriptor(owning: number)
    }

    /// The descriptor for poll(2) and epoll(7), valid while this object lives.
    package var descriptor: Int32 { inotify.number }

    /// Watches an open file from now on, also one opened with `O_PATH`. It watches the file itself, whatever its path
    /// leads to.
    ///
    /// - Returns: The watch. If the file has one already, that watch with these interests.
    /// - Throws: ``SystemError`` as inotify_add_watch(2) fails; `ENOSPC` if the user has the maximum number of watches,
    ///   `EACCES` if this thread may not read the file, `ENOENT` without `/proc`.
    package func watch(
        _ file: Int32,
        for interests: Interests,
        at path: String
    ) throws(SystemError) -> Int32 {
        let watch = unsafe withDescriptorPath(file) { link in
            // SAFETY: the text lives until the call returns, and the kernel only reads it.
            unsafe inotify_add_watch(inotify.number, link, interests.rawValue)
        }
        guard watch >= 0 else {
            let code = errno
            let remedy = code == ENOSPC ? "raise fs.inotify.max_user_watches" : nil
            throw SystemError("inotify_add_watch(2)", path, code: code, remedy: remedy)
        }
        return watch
    }

    package func unwatch(_ watch: Int32) { _ = inotify_rm_watch(inotify.number, watch) }

    /// Takes the events since the last call, in the order in which they happened. It does not wait.
    package func takeEvents() -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            // SAFETY: the call writes at most `count` bytes; it does not block.
            let count = unsafe read(inotify.number, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return events }
            Self.parse(buffer[..<count], into: &events)
        }
    }

    /// Parses `struct inotify_event`: the watch, a mask, a cookie, the length of a name, and the name, padded with NUL
    /// bytes.
    private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
        var rest = bytes
        while rest.count >= 16 {
            let watch = Int32(bitPattern: number(rest.prefix(4)))
            let length = Int(number(rest.dropFirst(12).prefix(4)))
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            // An overflow of the queue is an event without a watch.
            events.append(Event(watch: watch < 0 ? nil : watch, name: Array(name)))
            rest = rest.dropFirst(16 + length)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let isLittle = UInt32(1).littleEndian == 1
        let ordered = isLittle ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
