import Policies
import PolicyAuthoring
import Testing

@Suite struct `Facts about a host` {
    @Test func `Each question is undetermined without facts`() async throws {
        let nothing = try await DescribedTestHost("").answers(
            "read: /etc/passwd, as: root",
            "read: /etc/passwd",
            "read: /etc/passwd, as: { user: alice }",
            "read: /etc/passwd, as: { pid: 7 }",
            "read: /etc/passwd, as: { unit: a.service }",
            "capability: CAP_KILL",
            "connect: tcp:127.0.0.1:80",
            "connect: unix:/run/x",
            "bind: tcp:80",
            "resolve: localhost",
            "route: 192.0.2.1",
            "icmp: ipv4",
            "raw-sockets: packet",
            "read-journal: system",
            "read-journal: system, as: root",
            "unit: a.service",
            "start: a.service",
            "action: org.example.act",
            "confirm: Really?"
        )
        #expect(nothing.allSatisfy { $0.hasPrefix("undetermined ") }, "\(nothing)")
    }

    @Test func `A missing name is known only in a complete directory`() async throws {
        let host = try DescribedTestHost(
            """
            self: root
            files:
              /a/told: -rw-r--r--
              /b: { complete: true }
              /b/told: -rw-r--r--
              /c/gone: missing
            """
        )
        let found = try await host.answers(
            "stat: /a/told",
            "stat: /a/other",
            "stat: /b/told",
            "stat: /b/other",
            "stat: /c/gone",
            "create: /b/new",
            "create: /a/new",
            "stat: /a",
            "stat: /d"
        )
        #expect(
            found == [
                "holds file-permitted", "undetermined not-known", "holds file-permitted",
                "fails missing", "fails missing", "holds file-permitted",
                "undetermined not-known", "holds file-permitted", "undetermined not-known",
            ]
        )
    }

    @Test func `Facts describe owners, access lists, links and mounts`() async throws {
        let host = try DescribedTestHost(
            """
            users: { alice: [alice, staff], bob: [bob] }
            files:
              /own: -rw------- alice:alice
              /staff: -rw-r----- root:staff
              /list: { is: -rw-r-----, acl: [user:bob:r--, group::---] }
              /masked: { is: -rw-------, acl: [user:bob:rwx] }
              /link: -> staff
              /ro: { mount: ext4 ro }
              /ro/file: -rw-rw-rw-
              /tmp: drwxrwxrwt
              /tmp/hers: -rw-rw-rw- alice:alice
              /fixed: { is: -rw-rw-rw-, attributes: [immutable] }
            """
        )
        let found = try await host.answers(
            "read: /own, as: alice",
            "read: /own, as: bob",
            "read: /staff, as: alice",
            "read: /list, as: bob",
            "read: /list, as: alice",
            "read: /masked, as: bob",
            "read: /link, as: alice",
            "read: /link, as: bob",
            "write: /ro/file, as: bob",
            "delete: /tmp/hers, as: bob",
            "delete: /tmp/hers, as: alice",
            "write: /fixed, as: bob"
        )
        #expect(
            found == [
                "holds file-permitted", "fails permission-refused", "holds file-permitted",
                "holds file-permitted", "fails permission-refused", "fails permission-refused",
                "holds file-permitted", "fails permission-refused", "fails read-only-file-system",
                "fails sticky", "holds file-permitted", "fails immutable",
            ]
        )
    }

    @Test func `Facts describe programs and their interpreters`() async throws {
        let host = try DescribedTestHost(
            """
            users: { alice: [alice] }
            files:
              /bin/static: -rwxr-xr-x
              /bin/script: { is: -rwxr-xr-x, program: script /bin/static }
              /bin/orphan: { is: -rwxr-xr-x, program: script /bin/gone }
              /bin/gone: missing
              /bin/text: { is: -rwxr-xr-x, program: not-a-program }
              /bin/other: { is: -rwxr-xr-x, program: foreign }
            """
        )
        let found = try await host.answers(
            "execute: /bin/static, as: alice",
            "execute: /bin/script, as: alice",
            "execute: /bin/orphan, as: alice",
            "execute: /bin/text, as: alice",
            "execute: /bin/other, as: alice"
        )
        #expect(
            found == [
                "holds file-permitted", "holds file-permitted", "fails missing",
                "fails unknown-format", "undetermined not-known",
            ]
        )
    }

    /// The bounding set is not that of the process that runs the tests.
    @Test func `Facts describe the bounding set for programs`() async throws {
        let program = "{ is: -rwxr-xr-x, file-capabilities: \(Self.netRaw) }"
        let facts = "users: { alice: [alice] }\nfiles: { /ping: \(program) }\n"
        for (own, answer) in [
            ("", "holds file-permitted"), ("self: root", "holds file-permitted"),
            ("self: { user: root, bounding: [all, -CAP_NET_RAW] }", "undetermined within-reach"),
        ] {
            let host = try DescribedTestHost(facts + own)
            #expect(try await host.answers("execute: /ping, as: alice") == [answer])
        }
    }

    /// CAP_NET_RAW permitted and effective, in version 2 of `security.capability`.
    private static let netRaw = "\"0100000200200000000000000000000000000000\""

    @Test func `Facts describe users, processes and units as subjects`() async throws {
        let host = try DescribedTestHost(
            """
            users: { alice: [alice], gone: missing }
            self: { user: alice, permitted: [CAP_KILL], ambient: [CAP_CHOWN] }
            processes: { 7: { user: root, capabilities: [all, -CAP_KILL] }, 8: { user: 9 } }
            units:
              a.service: { state: active, process: { user: alice, bounding: none } }
              b.service: inactive
            """
        )
        let found = try await host.answers(
            "capability: CAP_KILL",
            "capability: CAP_KILL, in: permitted",
            "capability: CAP_CHOWN, in: ambient",
            "capability: CAP_CHOWN, as: { pid: 7 }",
            "capability: CAP_KILL, as: { pid: 7 }",
            "capability: CAP_KILL, as: { pid: 8 }",
            "capability: CAP_CHOWN, in: bounding, as: { unit: a.service }",
            "capability: CAP_CHOWN, as: { unit: b.service }",
            "capability: CAP_CHOWN, as: gone"
        )
        #expect(
            found == [
                "undetermined within-reach", "holds capability-held", "holds capability-held",
                "holds capability-held", "undetermined within-reach", "fails capability-missing",
                "fails capability-missing", "undetermined unit-not-running",
                "undetermined subject-missing",
            ]
        )
    }

    @Test func `Facts describe a network`() async throws {
        let host = try DescribedTestHost(
            """
            users: { alice: [alice] }
            groups: { pinger: 77 }
            self: { user: alice, groups: [pinger] }
            addresses: [192.0.2.7]
            sysctls: { net.ipv4.ip_unprivileged_port_start: 80, net.ipv4.ping_group_range: 77 80 }
            ports: { tcp:80: free, tcp:79: free, udp:127.0.0.1:53: alice, tcp:81: self }
            connections: { tcp:192.0.2.1:80: silent, "tcp:[::1]:80": answers, unix:@x: refused }
            names: { a: ["::1"], b: missing, c: no-answer }
            routes: { 192.0.2.1: dev eth0 via 192.0.2.254, 192.0.2.2: prohibit }
            """
        )
        let found = try await host.answers(
            "bind: tcp:80",
            "bind: tcp:79",
            "bind: udp:127.0.0.1:53",
            "bind: udp:192.0.2.7:53",
            "bind: tcp:192.0.2.8:80",
            "bind: tcp:81",
            "connect: tcp:192.0.2.1:80",
            "connect: tcp:a:80",
            "connect: unix:@x",
            "resolve: b",
            "resolve: c",
            "route: 192.0.2.1",
            "route: 192.0.2.2",
            "icmp: ipv4",
            "raw-sockets: ipv4"
        )
        #expect(
            found == [
                "holds bind-permitted", "fails needs-capability", "fails needs-capability",
                "fails needs-capability", "fails address-not-local", "holds bind-permitted",
                "undetermined timed-out", "holds connected", "fails connection-refused",
                "fails name-not-found", "undetermined resolver-failed", "holds routed",
                "fails no-route", "holds socket-permitted", "fails needs-capability",
            ]
        )
    }

    @Test func `Facts describe a journal in the folder of its machine id`() async throws {
        let id = "0123456789abcdef0123456789abcdef"
        let files = """
            self: root
            users: { alice: [alice], ada: [ada, adm], jo: [jo, systemd-journal] }
            files:
              /run/log/journal: missing
              /var/log/journal: drwxr-sr-x root:systemd-journal
              /var/log/journal/\(id): { is: drwxr-sr-x root:systemd-journal, acl: [group:adm:r-x] }
              /var/log/journal/\(id)/system.journal:
                { is: -rw-r----- root:systemd-journal, acl: [group:adm:r--] }

            """
        func answers(_ machine: String) async throws -> [String] {
            try await DescribedTestHost(files + machine).answers(
                "read-journal: system, as: alice",
                "read-journal: system, as: ada",
                "read-journal: system, as: jo",
                "read-journal: system, as: root"
            )
        }
        #expect(
            try await answers("machine-id: \(id)") == [
                "fails permission-refused", "holds file-permitted", "holds file-permitted",
                "holds file-permitted",
            ]
        )
        // A refusal at one place is not the whole answer if no fact describes the other.
        let fewer = files.replacing("  /run/log/journal: missing\n", with: "")
        let half = try DescribedTestHost(fewer + "machine-id: \(id)")
        #expect(
            try await half.answers("read-journal: system, as: alice") == ["undetermined not-known"]
        )
        let missing = Array(repeating: "fails journal-missing", count: 4)
        #expect(try await answers("machine-id: missing") == missing)
        #expect(try await answers("").allSatisfy { $0.hasPrefix("undetermined ") })
        #expect(try await answers("machine-id: unknown").allSatisfy { $0.hasPrefix("undeterm") })
        let other = String(id.reversed())
        #expect(
            try await answers("machine-id: \(other)").allSatisfy { $0 == "undetermined not-known" }
        )
        #expect(
            try await DescribedTestHost("machine-id: 12ab").complaints() == [
                "3:15: `12ab` is no id of a machine; write what /etc/machine-id holds, "
                    + "32 hexadecimal digits, or `missing` [invalid-fact]"
            ]
        )
    }

    @Test func `Facts describe units and polkit actions`() async throws {
        let host = try DescribedTestHost(
            """
            users: { alice: [alice], bob: [bob] }
            self: alice
            units:
              on.service: { state: active, file: enabled, can: [start] }
              off.service: { state: inactive, file: disabled }
              gone.service: not-found
              masked.service: masked
            polkit:
              org.freedesktop.systemd1.manage-units: { alice: yes, bob: asks }
              org.example.no: no
              org.example.gone: missing
            """
        )
        let found = try await host.answers(
            "unit: on.service",
            "unit: on.service, state: enabled",
            "unit: off.service",
            "unit: gone.service",
            "unit: masked.service, state: masked",
            "start: on.service",
            "stop: on.service",
            "start: on.service, as: bob",
            "action: org.example.no",
            "action: org.example.gone"
        )
        #expect(
            found == [
                "holds unit-state", "holds unit-state", "fails unit-state", "fails unit-not-found",
                "holds unit-state", "holds polkit-answer", "fails unit-control",
                "undetermined polkit-would-ask", "fails polkit-answer", "fails action-unknown",
            ]
        )
    }
}
