import Glibc
import TestSupport
import Testing

@Suite struct `Words for the network` {
    let folder: TemporaryFolder
    let stream: OpenSocket
    let streamV6: OpenSocket
    let datagram: OpenSocket
    let path: OpenSocket
    let name: OpenSocket

    init() throws {
        folder = try TemporaryFolder()
        stream = try OpenSocket("127.0.0.1")
        streamV6 = try OpenSocket("::1")
        datagram = try OpenSocket("127.0.0.1", stream: false)
        path = try OpenSocket(unix: folder.path(of: "socket"))
        _ = try OpenSocket(unix: folder.path(of: "dead"))
        name = try OpenSocket(unix: "@\(folder.path)")
    }

    @Test(arguments: [
        ("connect", "tcp:127.0.0.1:TCP", 0, "127.0.0.1:TCP answers"),
        ("connect", "tcp:localhost:TCP", 0, "127.0.0.1:TCP answers"),
        ("connect", "tcp:[::1]:TCP6", 0, "[::1]:TCP6 answers"),
        ("connect", "tcp:127.0.0.1:UDP", 1, "refused; nothing listens there"),
        ("connect", "udp:127.0.0.1:UDP", 0, "127.0.0.1:UDP answers"),
        ("connect", "udp:127.0.0.1:TCP", 1, "refused; nothing listens there"),
        ("connect", "unix:FOLDER/socket", 0, "FOLDER/socket answers"),
        ("connect", "unix:FOLDER/dead", 1, "refused; nothing listens there"),
        ("connect", "unix:FOLDER/missing", 1, "does not exist"),
        ("connect", "unix:@FOLDER", 0, "@FOLDER answers"),
        ("connect", "unix:@FOLDER/x", 1, "refused; nothing listens there"),
        (
            "bind", "tcp:TCP", 1,
            "held by a socket at 127.0.0.1:TCP of uid 0; this question covers every\n      IPv4 address, "
                + "`tcp:ADDRESS:TCP` covers one"
        ),
        ("bind", "tcp:127.0.0.1:TCP", 1, "held by a socket at 127.0.0.1:TCP of uid 0"),
        ("bind", "tcp:127.0.0.2:TCP", 0, "free, and needs no kernel capability"),
        ("bind", "tcp:[::1]:TCP6", 1, "held by a socket at [::1]:TCP6 of uid 0"),
        (
            "bind", "udp:UDP", 1,
            "held by a socket at 127.0.0.1:UDP of uid 0; this question covers every\n      IPv4 address, "
                + "`udp:ADDRESS:UDP` covers one"
        ),
        ("bind", "udp:127.0.0.2:UDP", 0, "free, and needs no kernel capability"),
        (
            "bind", "tcp:192.0.2.1:TCP", 1,
            "192.0.2.1: Cannot assign requested address (EADDRNOTAVAIL)"
        ),
        ("bind", "unix:FOLDER/new", 0, "the name is free"),
        ("bind", "unix:FOLDER/socket", 1, "exists, and a bind needs a free name; remove it first"),
        ("bind", "unix:FOLDER/missing/socket", 1, "FOLDER/missing does not exist"),
        ("resolve", "localhost", 0, "is 127.0.0.1"),
        ("resolve", "127.0.0.1", 0, "is 127.0.0.1"),
        ("route", "127.0.0.1", 0, "is this host's own"),
    ])
    func `A network word is judged by existing sockets and names`(
        word: String,
        value: String,
        status: Int,
        message: String
    ) async throws {
        try await expect(word, value, status, message)
    }

    @Test func `A low port needs CAP_NET_BIND_SERVICE`() async throws {
        try await expect(
            "bind",
            "tcp:127.9.9.9:443",
            0,
            "free, and CAP_NET_BIND_SERVICE is in effect"
        )
        let message = "needs CAP_NET_BIND_SERVICE below port 1024, and it is not in effect"
        try await expect("bind", "tcp:127.9.9.9:443", by: .nobody, 1, message)
    }

    /// The kernel permits one port to the domain. The address alone is asked about with port 0, which it refuses.
    @Test func `A bind in a Landlock domain is not known`() async throws {
        let start = ["unshare", "--net"] + inDomain(binding: 8080)
        let bind = "socket(S, 2, 1, 0) && bind(S, pack('Snx12', 2, 8080)) or die $!"
        #expect(try await folder.run(start + ["perl", "-e", bind]) == Ended(0))
        let ask = start + [TemporaryFolder.program]
        let asked = try await folder.run(ask + ["can", "bind", "tcp:8080"])
        #expect(asked.status == 2)
        let words = asked.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.hasSuffix("at port 0; port 8080 may be permitted all the same"), "\(asked)")
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\nforbid: [{ bind: \"tcp:8080\", because: of a test }]\n"
        )
        #expect(try await folder.run(ask + ["check", "policy.yaml"]).status == 2)
    }

    /// No name under `invalid.` is ever registered (RFC 6761). Without a network, the answer depends on the resolver of
    /// this machine.
    @Test(arguments: [("resolve", "warrant.invalid"), ("connect", "tcp:warrant.invalid:80")])
    func `A name yields the answer of the resolver`(word: String, value: String) async throws {
        let code = unsafe getaddrinfo("warrant.invalid", nil, nil, nil)
        let isAnswer = code == EAI_NONAME
        let name = code == EAI_NONAME ? "EAI_NONAME" : code == EAI_AGAIN ? "EAI_AGAIN" : "EAI_FAIL"
        let text = unsafe String(cString: gai_strerror(code))
        let head = isAnswer ? "does not resolve" : "the resolver gave no answer"
        try await expect(word, value, isAnswer ? 1 : 2, "\(head): \(text) (\(name))")
    }

    private func expect(
        _ word: String,
        _ value: String,
        by caller: Caller = .root,
        _ status: Int,
        _ message: String
    ) async throws {
        let lines = finding(status, "\(word) \(filled(value))", filled(message))
        try await folder.expect("\(word): \"\(filled(value))\"", by: caller, status, lines)
    }

    private func filled(_ text: String) -> String {
        text.replacing("FOLDER", with: folder.path)
            .replacing("TCP6", with: "\(streamV6.port)")
            .replacing("TCP", with: "\(stream.port)")
            .replacing("UDP", with: "\(datagram.port)")
    }
}
