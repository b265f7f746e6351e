import Capabilities
import Glibc
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// Sockets in the file system, for somebody who is not this process.
@Suite struct `A Unix socket for another user` {
    private let folder: TemporaryFolder
    private let nobody = Subject.user("nobody")

    init() throws { folder = try TemporaryFolder() }

    private func listener(mode: mode_t) throws -> (path: String, socket: Int32) {
        let path = folder.path(of: "socket")
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            unsafe bytes.copyBytes(from: path.utf8)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, size)
            }
        }
        try #require(bound == 0 && listen(socket, 4) == 0)
        try #require(unsafe chmod(path, mode) == 0)
        try #require(unsafe chmod(folder.path, 0o755) == 0)
        return (path, socket)
    }

    @Test func `is reached where it may be written to`() async throws {
        let (path, socket) = try listener(mode: 0o666)
        defer { close(socket) }
        let verdict = await NetworkReachability(
            .connect,
            to: try Endpoint("unix:\(path)"),
            as: nobody
        ).verdict()
        #expect(verdict.isAuthorized)
    }

    @Test func `is refused by its permissions, and by nothing that we may`() async throws {
        let (path, socket) = try listener(mode: 0o600)
        defer { close(socket) }
        let endpoint = try Endpoint("unix:\(path)")
        let verdict = await NetworkReachability(.connect, to: endpoint, as: nobody).verdict()
        guard case .denied(let reasons) = verdict else {
            Issue.record("expected a denial, got \(verdict)")
            return
        }
        #expect(reasons.map(\.message) == ["0600 root:root, and nobody is not root"])
        #expect(await NetworkReachability(.connect, to: endpoint).verdict().isAuthorized)
    }

    @Test(arguments: [(0o755, false), (0o777, true)] as [(mode_t, Bool)])
    func `is bound only in a folder that may be written to`(
        mode: mode_t,
        isPermitted: Bool
    ) async throws {
        try #require(unsafe chmod(folder.path, mode) == 0)
        let endpoint = try Endpoint("unix:\(folder.path(of: "new"))")
        let verdict = await NetworkReachability(.bind, to: endpoint, as: nobody).verdict()
        #expect(verdict.isAuthorized == isPermitted)
    }
}
