import Foundation
import Testing

extension `A real systemd` {
    /// systemd passes sockets to the program of Tests/PrivilegeProbe, which runs as user `nobody`.
    @Suite struct `Socket activation` {
        private static let program = SystemdHost.program("PrivilegeProbe")

        @Test(arguments: [
            ("443", "tcp:443", "3 (web)"), ("127.0.0.1:444", "tcp:127.0.0.1:444", "3 (web)"),
            ("/run/web.sock", "unix:/run/web.sock", "3 (web)"),
        ])
        func `A passed socket authorizes bind and is handed over`(
            stream: String,
            endpoint: String,
            descriptor: String
        ) async throws {
            let systemd = try await SystemdHost.shared
            try await systemd.writeServer(
                at: endpoint,
                listening: ["ListenStream=\(stream)"],
                Self.program
            )
            try await systemd.run("systemctl", "restart", "web.socket")
            let answer = try await systemd.output(of: "python3", "-c", Self.client, endpoint)
            #expect(
                answer
                    == "\(endpoint) passed by the service manager as descriptor \(descriptor)"
            )
            try await systemd.run("systemctl", "stop", "web.socket", "web.service")
        }

        @Test func `A passed socket with another address does not count`() async throws {
            let systemd = try await SystemdHost.shared
            try await systemd.writeServer(
                at: "tcp:446",
                listening: ["ListenStream=127.0.0.1:446", "ListenStream=0.0.0.0:447"],
                Self.program
            )
            try await systemd.run("systemctl", "restart", "web.socket")
            try await systemd.run("systemctl", "start", "--wait", "web.service")
            let said = try await systemd.output(of: "cat", "/tmp/web.log")
            #expect(said.contains("needs CAP_NET_BIND_SERVICE below port 1024"))
            try await systemd.run("systemctl", "stop", "web.socket", "web.service")
        }

        /// Connects, and prints the received text.
        private static let client = """
            import socket, sys
            kind, rest = sys.argv[1].split(':', 1)
            if kind == 'unix': s = socket.socket(socket.AF_UNIX); s.connect(rest)
            else: s = socket.create_connection(('127.0.0.1', int(rest.split(':')[-1])))
            sys.stdout.write(s.makefile().read())
            """
    }
}

extension SystemdHost {
    /// Writes a server that its socket starts.
    fileprivate func writeServer(
        at endpoint: String,
        listening lines: [String],
        _ program: String
    ) async throws {
        let socket = ["[Socket]", "FileDescriptorName=web"] + lines
        try await write(socket.joined(separator: "\n"), toUnit: "web.socket")
        try await write(
            "[Service]",
            "User=nobody",
            "ExecStart=\(program) serve \(endpoint)",
            "StandardOutput=truncate:/tmp/web.log",
            toUnit: "web.service"
        )
    }
}
