import Capabilities
import Glibc
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// Sockets in the file system, for a subject other than this process.
@Suite struct `Unix socket for another subject` {
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

    @Test func `A socket with mode 666 is reachable for another user`() async throws {
        let (path, socket) = try listener(mode: 0o666)
        defer { close(socket) }
        let verdict = await NetworkReachability.connect(
            to: try Endpoint("unix:\(path)"),
            as: nobody
        ).verdict()
        #expect(verdict.isAuthorized)
    }

    @Test func `A socket with mode 600 is reachable for its owner only`() async throws {
        let (path, socket) = try listener(mode: 0o600)
        defer { close(socket) }
        let endpoint = try Endpoint("unix:\(path)")
        let verdict = await NetworkReachability.connect(to: endpoint, as: nobody).verdict()
        guard case .denied(let reasons) = verdict else {
            Issue.record("expected a denial, got \(verdict)")
            return
        }
        #expect(reasons.map(\.message) == ["0600 `root:root`, and user `nobody` is not its owner"])
        #expect(await NetworkReachability.connect(to: endpoint).verdict().isAuthorized)
    }

    @Test(arguments: [(0o755, false), (0o777, true)] as [(mode_t, Bool)])
    func `A user binds a name only in a writable directory`(
        mode: mode_t,
        isPermitted: Bool
    ) async throws {
        try #require(unsafe chmod(folder.path, mode) == 0)
        let endpoint = try Endpoint("unix:\(folder.path(of: "new"))")
        let verdict = await NetworkReachability.bind(endpoint, as: nobody).verdict()
        #expect(verdict.isAuthorized == isPermitted)
    }

    /// Returns a program that binds each path, and then echoes its input.
    private func server(at paths: String...) -> [String] {
        let program = """
            import os, socket, sys
            sockets = [socket.socket(socket.AF_UNIX) for _ in sys.argv[1:]]
            for one, path in zip(sockets, sys.argv[1:]):
                one.bind(path)
                one.listen()
            while data := os.read(0, 1):
                os.write(1, data)
            """
        return ["python3", "-c", program] + paths
    }

    private func expect(_ message: String, to path: String, as child: Child) async throws {
        let endpoint = try Endpoint("unix:\(path)")
        let bind = NetworkReachability.bind(endpoint, as: .process(pid: child.pid))
        let found = await bind.verdict().reasons.map(\.message)
        #expect(found == [message])
    }

    private let taken = "exists, and a bind needs a free name; remove it first"

    @Test func `A bind is authorized only for the process that holds the name`() async throws {
        let (mine, theirs) = (folder.path(of: "mine"), folder.path(of: "theirs"))
        try await withChild(server(at: mine)) { child in
            try await withChild(server(at: theirs)) { other in
                let held = "held by process \(child.pid) already"
                try await expect(held, to: mine, as: child)
                try await expect(taken, to: mine, as: other)
                try await expect(taken, to: theirs, as: child)
            }
        }
    }

    /// An accepted connection has the name too, and so may a socket of another type.
    @Test(arguments: ["connection", "datagrams"])
    func `A connection or a datagram socket does not hold the name`(kind: String) async throws {
        let path = folder.path(of: "socket")
        let program = """
            import os, socket, sys
            kind, path = sys.argv[1:]
            if kind == "datagrams":
                one = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                one.bind(path)
            else:
                listener = socket.socket(socket.AF_UNIX)
                listener.bind(path)
                listener.listen()
                client = socket.socket(socket.AF_UNIX)
                client.connect(path)
                one, _ = listener.accept()
                listener.close()
            while data := os.read(0, 1):
                os.write(1, data)
            """
        try await withChild(["python3", "-c", program, kind, path]) { child in
            try await expect(taken, to: path, as: child)
        }
    }

    @Test func `A socket loses its name when another one replaces it`() async throws {
        let (path, other) = (folder.path(of: "one"), folder.path(of: "other"))
        try await withChild(server(at: path)) { child in
            try await withChild(server(at: other)) { _ in
                // The child bound its own socket to `path`. That socket has no name now.
                try #require(unsafe rename(other, path) == 0)
                try await expect(taken, to: path, as: child)
            }
        }
    }

    @Test func `A socket is found from another network namespace and root`() async throws {
        try #require(getuid() == 0, "root is needed for namespaces")
        let path = folder.path(of: "socket")
        let command = ["unshare", "--net", "--mount", "--propagation", "private", "chroot", "/"]
        try await withChild(command + server(at: path)) { child in
            let held = "held by process \(child.pid) already"
            try await expect(held, to: path, as: child)
        }
    }
}
