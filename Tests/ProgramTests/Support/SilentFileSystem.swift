import Foundation
import Glibc
import Testing

/// A FUSE file system whose server accepted the mount and then answers nothing.
///
/// It needs no process: the server is an open descriptor.
/// - SeeAlso: fuse(4).
final class SilentFileSystem: Sendable {
    private let path: String
    private let server: Int32

    /// - Parameters:
    ///   - path: A folder, over which it is mounted until its owner is released.
    ///   - takesRequests: True if the server reads each request. No signal can then interrupt that request. It reads
    ///     until none has come for two minutes, and then ends all of them.
    init(at path: String, takesRequests: Bool = false) throws {
        self.path = path
        server = unsafe open("/dev/fuse", O_RDWR | O_CLOEXEC)
        try #require(server >= 0, "/dev/fuse is needed; load the kernel module fuse")
        let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0"
        // SAFETY: all texts live until the call returns, and the kernel only reads them.
        let mounted = unsafe mount("silent", path, "fuse", 0, options)
        try #require(mounted == 0, "root with CAP_SYS_ADMIN is needed to mount")
        try takeMount()
        if takesRequests { takeRequests() }
    }

    deinit {
        // A forced unmount also ends the requests that were read.
        unsafe umount2(path, Int32(MNT_FORCE))
        unsafe umount2(path, Int32(MNT_DETACH))
        close(server)
    }

    private func takeRequests() {
        let (server, path) = (dup(server), path)
        Thread.detachNewThread {
            var request = [UInt32](repeating: 0, count: 1 << 16)
            while true {
                var ready = pollfd(fd: server, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&ready, 1, 120_000) > 0 else { break }
                guard unsafe read(server, &request, request.count * 4) > 0 else { break }
            }
            unsafe umount2(path, Int32(MNT_FORCE))
            close(server)
        }
    }

    /// Answers the kernel's first request, `FUSE_INIT`, with the kernel's protocol version.
    private func takeMount() throws {
        var request = [UInt32](repeating: 0, count: 4096)
        // SAFETY: the buffers have the stated lengths.
        let length = unsafe read(server, &request, request.count * 4)
        try #require(length >= 48, "the kernel sent no FUSE_INIT")
        // The words are the length, no error, the request's number in two words, then the version and the permitted
        // options.
        var answer = [80, 0, request[2], request[3], request[10], request[11]]
        answer += [UInt32](repeating: 0, count: 14)
        answer[9] = 4096  // the longest write
        let written = unsafe write(server, answer, answer.count * 4)
        try #require(written == answer.count * 4)
    }
}
