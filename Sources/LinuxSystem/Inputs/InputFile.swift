import CLinux
import Glibc
import Kernel

/// A file, or standard input, that is read once from start to end.
package struct InputFile: ~Copyable {
    private let descriptor: Descriptor
    private let path: String
    /// Whether a server, fanotify(7) or a lease may delay the open and each read. Then these calls have a deadline. A
    /// pipe waits for its writer without one.
    private let isHeld: Bool

    /// - Throws: ``SystemError`` as open(2) fails; `EINVAL` for a path with a NUL byte.
    package init(at path: String) throws(SystemError) {
        let place = try FileCalls.openPlace(path, follow: true)
        let kind = try FileCalls.facts(of: place, at: path).kind
        guard kind != .directory else { throw SystemError("open(2)", path, code: EISDIR) }
        let isHeld = kind == .regular
        if isHeld || FileServer.keeps(place.number) {
            // The open must not wait for the writer of a pipe, since it has a deadline. The poll(2) below waits without
            // one.
            let flags = O_RDONLY | O_CLOEXEC | (isHeld ? 0 : O_NONBLOCK)
            let start: [FileServer.Argument] = [.number(Int(AT_FDCWD)), .link(place.number)]
            descriptor = try FileServer.open(start, flags: UInt64(flags), at: path)
            if !isHeld { waitUntilReady(descriptor.number, POLLIN) }
        } else {
            descriptor = try Self.open(place, at: path)
        }
        self.path = path
        self.isHeld = isHeld
    }

    /// Opens the place, and waits for the writer of a pipe.
    private static func open(
        _ place: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Descriptor {
        // SAFETY: the text lives until the call returns, and the kernel only reads it.
        let number = unsafe withDescriptorPath(place.number) { link in
            unsafe clinux_openat2(AT_FDCWD, link, UInt64(O_RDONLY | O_CLOEXEC), 0)
        }
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return Descriptor(owning: number)
    }

    private init(_ descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
        isHeld = false
    }

    /// Returns standard input, which is closed when its reader ends.
    package static func standard() -> InputFile {
        InputFile(Descriptor(owning: STDIN_FILENO), path: "standard input")
    }

    /// Reads available bytes into the rest of a buffer, and waits until there are some.
    ///
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: ``SystemError`` as read(2) fails: `EISDIR` for a directory.
    package borrowing func read(
        into buffer: inout [UInt8],
        from start: Int
    ) throws(SystemError) -> Int {
        if isHeld {
            let room = buffer.count - start
            let bytes = try FileServer.read(descriptor.number, upTo: room, at: path)
            buffer.replaceSubrange(start..<start + bytes.count, with: bytes)
            return bytes.count
        }
        while true {
            // SAFETY: the call writes at most as many bytes as the buffer has from `start` on.
            let count = unsafe buffer.withUnsafeMutableBytes {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...])
                return unsafe Glibc.read(descriptor.number, rest.baseAddress, rest.count)
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilReady(descriptor.number, POLLIN)
            default: throw SystemError("read(2)", path, code: errno)
            }
        }
    }
}

extension InputFile {
    /// Returns all remaining bytes, at most `limit` of them. For a pipe, it waits until the writer closes it.
    ///
    /// No path leads to the input, so its directories and links are unknown.
    /// - Throws: ``RegularFile/Problem``.
    package consuming func contents(
        limit: Int
    ) throws(RegularFile.Problem) -> RegularFile.Contents {
        do throws(SystemError) {
            let facts = try FileCalls.facts(of: descriptor, at: path)
            let isFile = facts.kind == .regular
            return RegularFile.Contents(
                bytes: isFile
                    ? try SmallFile.bytes(of: descriptor, at: path, limit: limit)
                    : try bytes(limit: limit),
                facts: facts,
                directories: [],
                links: [],
                directory: .working,
                isServed: false
            )
        } catch {
            throw error.code == EFBIG ? .tooLarge : .system(error)
        }
    }

    private borrowing func bytes(limit: Int) throws(SystemError) -> [UInt8] {
        let size = 1 << 16
        var (all, count): ([UInt8], Int) = ([], 0)
        while count <= limit {
            let missing = count + size - all.count
            if missing > 0 { all.append(contentsOf: repeatElement(0, count: missing + count)) }
            let read = try read(into: &all, from: count)
            if read == 0 { return Array(all[..<count]) }
            count += read
        }
        throw SystemError("read(2)", path, code: EFBIG)
    }

    /// Whether a read would have to wait for a writer.
    package borrowing func wouldBlock() -> Bool {
        var wanted = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes one `struct pollfd`, and does not wait.
        return unsafe poll(&wanted, 1, 0) == 0
    }
}

/// Waits for a descriptor that other code made non-blocking, see poll(2).
func waitUntilReady(_ descriptor: Int32, _ event: Int32) {
    var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // SAFETY: the call reads and writes one `struct pollfd`. Its result is ignored: the call that waits tries again.
    _ = unsafe poll(&wanted, 1, -1)
}
