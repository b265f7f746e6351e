import TestSupport
import Testing

@Suite struct `The names in a record` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// winbind(8) uses such names, which would be ambiguous in a line of `ls -l`.
    @Test(arguments: ["domain users", "a\u{a0}b", "e\u{301}"])
    func `A group name that a line cannot hold is recorded as its number`(name: String) async throws
    {
        try folder.file("groups", "root:x:0:\n\(name):x:4999:\n")
        try folder.file("key", mode: 0o640)
        try #require(try await folder.run(["chgrp", "4999", "key"]) == Ended(0))
        let key = folder.path(of: "key")
        try folder.policy("read: \(key)", "read: \(key), as: { user: \"8\", groups: [\"4999\"] }")
        let script = "mount --bind groups /etc/group && exec \"$0\" record policy.yaml"
        let record = try await folder.run(
            ["unshare", "--mount", "sh", "-c", script, TemporaryFolder.program]
        )
        #expect(record.status == 0, "\(record.errors)")
        let shown = name.contains { " \u{a0}".contains($0) } ? "4999" : name
        #expect(record.output.contains("\(key): -rw-r----- root:\(shown)\n"), "\(record.output)")
        try await folder.expectPassing(record.output)
    }

    @Test func `A number gives no requirement the name of another`() async throws {
        let file = folder.path(of: "file")
        try folder.file("file (2)", "")
        try folder.policy(
            "stat: \(file)",
            "stat: \(file), when: { stat: / }",
            "stat: \"\(file) (2)\""
        )
        let record = try await folder.warrant("record", "policy.yaml")
        #expect(record.status == 0, "\(record.errors)")
        for name in ["(1)\": fails missing", "(2)\": holds", "(3)\": fails missing"] {
            #expect(record.output.contains("\"stat \(file) \(name)\n"), "\(record.output)")
        }
        try await folder.expectPassing(record.output)
    }

    @Test func `A record names an installed policy by its whole path, and others by their names`()
        async throws
    {
        _ = try folder.folder("one")
        try folder.policy("read: /etc/passwd", in: "one/policy.yaml")
        #expect(
            try await folder.warrant("record", "one").output.contains("\npolicy: policy.yaml\n")
        )
        let script = """
            mount -t tmpfs none /etc/warrant 2>/dev/null || {
            mkdir -p "$PWD/etc" && cp -a /etc/passwd /etc/group "$PWD/etc" &&
            mkdir "$PWD/etc/warrant" && mount --bind "$PWD/etc" /etc; }
            cp one/policy.yaml /etc/warrant/shop.yaml && exec "$0" record shop
            """
        let record = try await folder.run(
            ["unshare", "--mount", "sh", "-c", script, TemporaryFolder.program]
        )
        #expect(record.output.contains("\npolicy: /etc/warrant/shop.yaml\n"), "\(record)")
    }
}
