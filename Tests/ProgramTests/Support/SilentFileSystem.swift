import Glibc
import Testing

/// A FUSE file system whose server took the mount, and answers nothing from then on.
///
/// It needs no process: the server is an open descriptor that nobody reads.
/// - SeeAlso: fuse(4).
final class SilentFileSystem: Sendable {
    private let path: String
    private let server: Int32

    /// - Parameter path: A folder, over which it is mounted until its owner is gone.
    init(at path: String) throws {
        self.path = path
        server = unsafe open("/dev/fuse", O_RDWR | O_CLOEXEC)
        try #require(server >= 0, "/dev/fuse is needed; load the kernel module fuse")
        let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0"
        // SAFETY: all texts live until the call returns, and the kernel only reads them.
        let mounted = unsafe mount("silent", path, "fuse", 0, options)
        try #require(mounted == 0, "root with CAP_SYS_ADMIN is needed to mount")
        try takeMount()
    }

    deinit {
        unsafe umount2(path, Int32(MNT_DETACH))
        close(server)
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
