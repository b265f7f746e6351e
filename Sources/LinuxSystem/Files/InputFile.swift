import CLinux
import Glibc

/// A file, or standard input, that is read once from its start to its end.
package struct InputFile: ~Copyable {
    private let descriptor: Descriptor
    private let path: String

    /// - Throws: ``SystemError`` as open(2) fails; `EINVAL` for a path with a NUL byte.
    package init(at path: String) throws(SystemError) {
        try FileCalls.refuseNUL(path, "open(2)")
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        descriptor = Descriptor(owning: number)
        self.path = path
    }

    private init(_ descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Standard input, which is closed with its reader.
    package static func standard() -> InputFile {
        InputFile(Descriptor(owning: STDIN_FILENO), path: "standard input")
    }

    /// Reads what there is into the rest of a buffer, and waits until there is something.
    ///
    /// - Returns: how many bytes; 0 at the end.
    /// - Throws: ``SystemError`` as read(2) fails: `EISDIR` for a directory.
    package borrowing func read(
        into buffer: inout [UInt8],
        from start: Int
    ) throws(SystemError) -> Int {
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

/// Waits for a descriptor that somebody else made non-blocking, see poll(2).
func waitUntilReady(_ descriptor: Int32, _ event: Int32) {
    var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // SAFETY: the call reads and writes one `struct pollfd`. Whatever it says, the call that waits asks again.
    _ = unsafe poll(&wanted, 1, -1)
}
