import CLinux
import Glibc

/// An inotify(7): tells what happens to files that it watches, whatever their paths lead to.
package final class Inotify: Sendable {
    /// What happened, and where.
    package struct Event: Hashable, Sendable {
        /// The watch; nil where events were lost, so that anything may have happened.
        package let watch: Int32?
        /// The name in a watched directory that it is about; empty where it is about the file itself.
        package let name: [UInt8]
    }

    /// What to watch for.
    package struct Interests: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Modes, owners, access lists, the number of names; of a directory's files too.
        package static let attributes = Self(rawValue: UInt32(IN_ATTRIB))
        /// Names that come and go in a directory.
        package static let names = Self(
            rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
        )
        /// That the file itself loses its name, or its last.
        package static let place = Self(rawValue: UInt32(IN_DELETE_SELF | IN_MOVE_SELF))
        package static let contents = Self(rawValue: UInt32(IN_MODIFY))
        /// The end of an open file description.
        package static let closing = Self(rawValue: UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE))
    }

    private let inotify: Descriptor

    /// - Throws: ``SystemError`` as inotify_init(2) fails; `EMFILE` where the user has as many as it may.
    package init() throws(SystemError) {
        let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard number >= 0 else {
            let code = errno
            let remedy = code == EMFILE ? "raise fs.inotify.max_user_instances" : nil
            throw SystemError("inotify_init(2)", "this process", code: code, remedy: remedy)
        }
        inotify = Descriptor(owning: number)
    }

    /// For poll(2) and epoll(7), while this object lives.
    package var descriptor: Int32 { inotify.number }

    /// Watches an open file from now on, `O_PATH` included: the very file, whatever its path leads to.
    ///
    /// - Returns: The watch; that which the file has already, with these interests then.
    /// - Throws: ``SystemError`` as inotify_add_watch(2) fails; `ENOSPC` where the user has as many watches
    ///   as it may, `EACCES` where this thread may not read the file, `ENOENT` without `/proc`.
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

    /// Takes what has happened since the last time, in the order in which it did. Does not wait.
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

    /// `struct inotify_event`: the watch, a mask, a cookie, and the length of a name that follows, padded
    /// with NUL bytes.
    private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
        var rest = bytes
        while rest.count >= 16 {
            let watch = Int32(bitPattern: number(rest.prefix(4)))
            let length = Int(number(rest.dropFirst(12).prefix(4)))
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            // The queue's overflow is an event without a watch.
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
