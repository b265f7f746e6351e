import Foundation
import Glibc
import Testing

/// A FUSE file system whose server took the mount, and answers nothing from then on.
///
/// It needs no process: the server is an open descriptor.
/// - SeeAlso: fuse(4).
final class SilentFileSystem: Sendable {
    private let path: String
    private let server: Int32

    /// - Parameters:
    ///   - path: A folder, over which it is mounted until its owner is gone.
    ///   - takesRequests: Whether the server reads each request, which then cannot be interrupted by
    ///     any signal. It does so until none has come for some seconds, and ends all of them then.
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
        // With force it ends the requests that were taken, too.
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
                guard unsafe poll(&ready, 1, 15_000) > 0 else { break }
                guard unsafe read(server, &request, request.count * 4) > 0 else { break }
            }
            unsafe umount2(path, Int32(MNT_FORCE))
            close(server)
        }
    }

    /// Answers the kernel's first request, `FUSE_INIT`, with the version of the protocol it speaks.
    private func takeMount() throws {
        var request = [UInt32](repeating: 0, count: 4096)
        // SAFETY: the buffers are as long as is said.
        let length = unsafe read(server, &request, request.count * 4)
        try #require(length >= 48, "the kernel sent no FUSE_INIT")
        // Length, no error, the request's number of two words; then the version and what is allowed.
        var answer = [80, 0, request[2], request[3], request[10], request[11]]
        answer += [UInt32](repeating: 0, count: 14)
        answer[9] = 4096  // the longest write
        let written = unsafe write(server, answer, answer.count * 4)
        try #require(written == answer.count * 4)
    }
}
