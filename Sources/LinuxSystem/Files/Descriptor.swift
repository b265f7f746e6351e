import CLinux
import Glibc

/// An open file descriptor that is closed when its owner ends. Its opener makes it close-on-exec.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32
    /// Whether close(2) may have to wait for the server of its file system.
    private let isServed: Bool

    /// Takes ownership of a descriptor that no other code closes.
    package init(owning number: Int32) { self.init(owning: number, isServed: false) }

    init(owning number: Int32, isServed: Bool) {
        self.number = number
        self.isServed = isServed
    }

    deinit {
        if isServed { FileServer.close(number) } else { close(number) }
    }

    /// Hands the descriptor over to a caller that closes it.
    package consuming func release() -> Int32 {
        let number = number
        if isServed { FileServer.forget(number) }
        discard self
        return number
    }

    // Reading and writing at the current offset; `path` names the file in an error.

    /// Returns the next bytes, until there are `limit` of them, the file ends, or no more are available yet.
    ///
    /// - Throws: ``SystemError`` as read(2) fails; `EAGAIN` if no byte is available yet.
    package borrowing func bytes(
        upTo limit: Int,
        at path: String
    ) throws(SystemError) -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: max(0, min(limit, 64 * 1024)))
        while all.count < limit {
            let wanted = min(chunk.count, limit - all.count)
            // SAFETY: the call writes at most `wanted` bytes, which is not more than the chunk has.
            let count = unsafe read(number, &chunk, wanted)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN && !all.isEmpty { return all }
            guard count >= 0 else { throw SystemError("read(2)", path, code: errno) }
            if count == 0 { return all }
            all += chunk[..<count]
        }
        return all
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemError`` as write(2) fails. Some of the bytes may have been written by then.
    package borrowing func write(
        _ bytes: some Sequence<UInt8>,
        at path: String
    ) throws(SystemError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            // SAFETY: the call reads at most `count` bytes of the buffer.
            let count = unsafe rest.withUnsafeBytes {
                unsafe clinux_write(number, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("write(2)", path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// - Throws: ``SystemError`` as ftruncate(2) fails.
    package borrowing func truncate(to length: Int64, at path: String) throws(SystemError) {
        guard ftruncate(number, off_t(length)) == 0 else {
            throw SystemError("ftruncate(2)", path, code: errno)
        }
    }
}
