import Policies
import PolicyAuthoring
import PolicyLanguage
import TestSupport
import Testing

@Suite struct `Many facts` {
    /// If each of the 200,000 searched all before it, the test would take longer, even alone on a machine.
    @Test(.timeLimit(.minutes(20)))
    func `The time for facts grows with the number of groups and users`() async throws {
        let groups = (0..<100_000).map { "g\($0)" }.joined(separator: ", ")
        let users = (0..<100_000).map { "u\($0): [g\($0)]" }.joined(separator: ", ")
        let host = try DescribedTestHost(
            "groups: [\(groups)]\nusers: { \(users) }\nfiles: { /x: -rw-r----- root:g99999 }"
        )
        #expect(
            try await host.answers("read: /x, as: u99999", "read: /x, as: u99998")
                == ["holds file-permitted", "fails permission-refused"]
        )
    }

    @Test(arguments: [
        ("groups: [a, b, c]", 3), ("addresses: [192.0.2.1, 192.0.2.2]", 2),
        ("users: { a: [a, b], c: [c] }", 3), ("self: root", 1), ("files: { /a: {} }", 1),
        ("files: { /a: { is: -rw-r-----, acl: [user:root:r--, group:root:r--] } }", 3),
    ])
    func `The limit counts each stated fact`(facts: String, count: Int) async throws {
        let folder = try TemporaryFolder()
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire: [{ read: /x }]\n")
        let path = try folder.file(
            "p.test.yaml",
            "warrant: 1\ngiven: { \(facts) }\ncases: [{ case: one, expect: fails }]\n"
        )
        let test = try PolicyTest(path: path)
        #expect(try await test.run(atMost: count).count == 1)
        await #expect(throws: Diagnostics.self) { try await test.run(atMost: count - 1) }
    }
}
