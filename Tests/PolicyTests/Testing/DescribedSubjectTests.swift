import Policies
import PolicyAuthoring
import Testing

@Suite struct `Described process` {
    @Test func `A process is undetermined unless it is described`() async throws {
        let files = "files: { /x: -rw------- }\n"
        let question = "read: /x, as: { pid: 1 }"
        #expect(
            try await DescribedTestHost(files).answers(question) == ["undetermined look-failed"]
        )
        let described = try DescribedTestHost(files + "processes: { 1: root }")
        #expect(try await described.answers(question) == ["holds file-permitted"])
    }

    @Test func `Root has all kernel capabilities unless the asking process has fewer`() async throws
    {
        let files = "files: { /x: ---------- 33:33 }\n"
        let question = "read: /x, as: root"
        let alone = try DescribedTestHost(files)
        #expect(try await alone.answers(question) == ["holds file-permitted"])
        let bounded = try DescribedTestHost(files + "self: { user: root, bounding: [CAP_KILL] }")
        #expect(try await bounded.answers(question) == ["fails permission-refused"])
    }

    @Test func `A container is judged as its first process`() async throws {
        let host = try DescribedTestHost(
            """
            containers:
              web: { user: 33, capabilities: [CAP_CHOWN] }
              db: stopped
              old: missing
            files: { /x: -rw------- 33:33 }
            ports: { tcp:443: web }
            """
        )
        let found = try await host.answers(
            "read: /x, as: { container: web }",
            "read: /x, as: { container: podman:web }",
            "capability: CAP_CHOWN, as: { container: web }",
            "capability: CAP_KILL, as: { container: web }",
            "bind: tcp:443, as: { container: web }",
            "read: /x, as: { container: db }",
            "read: /x, as: { container: old }",
            "read: /x, as: { container: other }"
        )
        #expect(
            found == [
                "holds file-permitted", "holds file-permitted", "holds capability-held",
                "fails capability-missing", "holds bind-permitted",
                "undetermined container-not-running", "undetermined subject-missing",
                "undetermined look-failed",
            ]
        )
    }

    /// Numbers from 1000 on, as adduser(8) assigns them, would belong to existing users.
    @Test func `A user without a number owns no file with a numeric owner`() async throws {
        let host = try DescribedTestHost(
            """
            users: { app: [app, log] }
            groups: [more]
            files:
              /own: -rw------- 1000:1000
              /group: -rw-r----- root:1000
              /second: -rw-r----- root:1001
              /high: -rw------- 3000000001:root
              /higher: -rw-r----- 3000000002:3000000001
              /highest: -rw-r----- 3000000003:3000000002
              /app: -rw------- app:app
              /log: -rw-r----- root:log
            """
        )
        let found = try await host.answers(
            "read: /own, as: app",
            "read: /group, as: app",
            "read: /second, as: app",
            "read: /high, as: app",
            "read: /higher, as: app",
            "read: /highest, as: app",
            "read: /app, as: app",
            "read: /log, as: app"
        )
        let no = "fails permission-refused"
        #expect(found == [no, no, no, no, no, no, "holds file-permitted", "holds file-permitted"])
    }

    /// Many hosts let all groups ping up to 2^31 - 1.
    @Test func `A group without a number is in a wide range of groups`() async throws {
        let host = try DescribedTestHost(
            "users: { app: [app] }\nsysctls: { net.ipv4.ping_group_range: 0 2147483647 }"
        )
        #expect(try await host.answers("icmp: ipv4, as: app") == ["holds socket-permitted"])
    }

    /// A generated number cannot be asked about.
    @Test func `A user without a number is not found by any number`() async throws {
        let host = try DescribedTestHost(
            "users: { app: [app] }\nfiles: { /a: -rw------- app:root, /b: -rw-r----- root:app }"
        )
        for id in 2_000_000_000...2_000_000_003 {
            let found = try await host.answers(
                "read: /a, as: \"\(id)\"",
                "read: /a, as: \"\(id):5\"",
                "read: /b, as: \"5:\(id)\""
            )
            #expect(!found.contains { $0.hasPrefix("holds") }, "\(id): \(found)")
        }
    }

    @Test func `A subject is looked up by name, then by number`() async throws {
        let host = try DescribedTestHost(
            """
            users:
              app: { uid: 1000, groups: [app] }
              "1001": { uid: 7, groups: [app] }
              other: { uid: 1001, groups: [other] }
              twin: { uid: 1002, groups: [app] }
              brother: { uid: 1002, groups: [other] }
            files: { /x: -rw-r----- root:app }
            """
        )
        let found = try await host.answers(
            "read: /x, as: \"1000\"",
            "read: /x, as: \"1001\"",
            "read: /x, as: other",
            "read: /x, as: \"1002\"",
            "read: /x, as: \"1003\""
        )
        #expect(
            found == [
                "holds file-permitted", "holds file-permitted", "fails permission-refused",
                "undetermined subject-groups-unknown", "undetermined subject-groups-unknown",
            ]
        )
    }

    @Test func `A process has the groups of its user name`() async throws {
        let accounts = ["a", "b", "c", "d", "e", "f"].map { "\($0): { uid: 5, groups: [g\($0)] }" }
        let host = try DescribedTestHost(
            """
            users: { \(accounts.joined(separator: ", ")) }
            processes: { 7: e }
            files: { /x: -rw-r----- root:ge }
            """
        )
        #expect(try await host.answers("read: /x, as: { pid: 7 }") == ["holds file-permitted"])
    }
}
