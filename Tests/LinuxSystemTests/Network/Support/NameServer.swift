import Glibc
import TestSupport

@testable import LinuxSystem

/// A name server on 127.0.0.1, for the test's own network and /etc/resolv.conf.
///
/// `many.` has an address of each family, one of them twice; `empty.` has none. `absent.` does not exist; `broken.`
/// gives SERVFAIL; a query for `silent.` gets no answer.
final class NameServer: Sendable {
    private let socket: TestSocket
    private let folder: TemporaryFolder

    /// Starts the server, and makes it the name server of the calling thread, which must have unshared its mounts.
    init() throws {
        socket = try TestSocket(.datagram, SocketAddress("127.0.0.1:53"))
        try mount("none", on: "/", 0x44000)  // MS_REC, MS_PRIVATE
        folder = try TemporaryFolder()
        let text = "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"
        try mount(try folder.file("resolv.conf", text), on: "/etc/resolv.conf", 0x1000)  // MS_BIND
        try startThread(named: "test-dns") { [self] in serve() }
    }

    private func serve() {
        var query = [UInt8](repeating: 0, count: 512)
        let client = UnsafeMutablePointer<sockaddr>.allocate(capacity: 1)
        defer { unsafe client.deallocate() }
        while true {
            var size = socklen_t(MemoryLayout<sockaddr>.size)
            // SAFETY: the kernel writes at most the sizes given; an IPv4 address fits a sockaddr.
            let length = unsafe recvfrom(socket.descriptor, &query, query.count, 0, client, &size)
            // An empty datagram marks the end of the test.
            guard length > 12 else { return }
            guard let reply = Self.reply(to: Array(query[..<length])) else { continue }
            _ = unsafe sendto(socket.descriptor, reply, reply.count, 0, client, size)
        }
    }

    /// Ends the thread.
    func stop() throws {
        let address = try SocketAddress("127.0.0.1:53")
        let end = try Socket(family: AF_INET, type: 2, for: "\(address)")
        _ = end.connect(to: address)
        // SAFETY: an empty datagram has no bytes to read.
        _ = unsafe send(end.descriptor, [0] as [UInt8], 0, 0)
    }

    private static func reply(to query: [UInt8]) -> [UInt8]? {
        let label = String(decoding: query[13..<13 + Int(query[12])], as: UTF8.self)
        let question = query[12..<(12 + Int(query[12]) + 6)]
        let isIPv6 = question[question.endIndex - 3] == 28
        var answers: [[UInt8]] = []
        var code: UInt8 = 0
        switch label {
        case "many" where isIPv6: answers = [[UInt8](repeating: 0, count: 15) + [1]]
        case "many": answers = [[127, 0, 0, 7], [127, 0, 0, 8], [127, 0, 0, 7]]
        case "absent": code = 3
        case "broken": code = 2
        case "silent": return nil
        default: break
        }
        let header = query[..<2] + [0x81, 0x80 | code, 0, 1, 0, UInt8(answers.count), 0, 0, 0, 0]
        // Each answer: a pointer to the name, type, class, time to live, length, address.
        let type: UInt8 = isIPv6 ? 28 : 1
        return header + question
            + answers.flatMap { [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, UInt8($0.count)] + $0 }
    }
}

private func mount(_ source: String, on target: String, _ flags: UInt) throws(SystemError) {
    // SAFETY: the call reads NUL-terminated strings.
    guard unsafe Glibc.mount(source, target, nil, flags, nil) == 0 else {
        throw SystemError("mount(2)", target, code: errno)
    }
}
