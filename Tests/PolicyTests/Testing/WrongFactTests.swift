import Policies
import PolicyAuthoring
import PolicyLanguage
import TestSupport
import Testing

@Suite struct `Invalid fact` {
    @Test(arguments: [
        (
            "file: { /a: missing }",
            "3:3: unknown key `file` of `given`; did you mean `files`? [unknown-key]"
        ),
        (
            "units: { a.service: { state: active, others: [root] } }",
            "3:48: `others` is of no use without the unit's main process; write its main process as "
                + "`process: …` [invalid-fact]"
        ),
        (
            "containers: { web: root }",
            "3:22: `root` is no state of a container; write `stopped`, `missing`, or its first process "
                + "as `{ user: … }` [invalid-fact]"
        ),
        (
            "containers: { podman:web: stopped }",
            "3:17: `podman:web` has a runtime or a namespace; write its name alone [invalid-fact]"
        ),
        (
            "containers: { a b: stopped }",
            "3:17: `a b` is not a valid container name; write NAME, ID or RUNTIME:NAME [invalid-fact]"
        ),
        (
            "{ containers: { web: stopped }, ports: { tcp:80: web } }",
            "3:52: `web` has no process; write `{ user: … }` of the container [invalid-fact]"
        ),
        (
            "files: { a: missing }",
            "3:12: `a` is not the one path of a file; begin it with `/`, and leave out `.`, `..` and a `/` "
                + "at its end [invalid-fact]"
        ),
        (
            "files: { /a/: missing }",
            "3:12: `/a/` is not the one path of a file; begin it with `/`, and leave out `.`, `..` and a `/` "
                + "at its end [invalid-fact]"
        ),
        (
            "files: { /a: \"0644\" }",
            "3:16: `0644` is not what `ls -l` shows of a file; write `-rw-r----- root:adm`, "
                + "`-> /target`, or `missing` [invalid-fact]"
        ),
        (
            "files: { /a: -rw-rw-rws }",
            "3:16: `-rw-rw-rws` is not what `ls -l` shows of a file; write `-rw-r----- root:adm`, "
                + "`-> /target`, or `missing` [invalid-fact]"
        ),
        (
            "files: { /a: { acl: [\"u:x\"] } }",
            "3:24: `u:x` is no entry of an access list that the mode does not show; write "
                + "`user:NAME:r-x`, `group:NAME:r--` or `group::r--` [invalid-fact]"
        ),
        (
            "files: { /a: { attributes: [imutable] } }",
            "3:31: `imutable` is not a value of `attributes`; did you mean `immutable`? "
                + "[unknown-value]"
        ),
        (
            "files: { /a: { mount: ext4 rw } }",
            "3:25: `rw` is not a value of `mount`; did you mean `ro`? [unknown-value]"
        ),
        (
            "files: { /a: { program: perl } }",
            "3:27: `perl` is no kind of program; write `static`, `elf LOADER`, `script "
                + "INTERPRETER`, `not-a-program` or `foreign` [invalid-fact]"
        ),
        (
            "self: alice",
            "3:9: the user `alice` is not among `users`; name it there [invalid-fact]"
        ),
        (
            "self: { user: root, capabilities: [CAP_KIL] }",
            "3:38: unknown kernel capability `CAP_KIL`; did you mean `CAP_KILL`? [unknown-capability]"
        ),
        (
            "self: { capabilities: all }",
            "3:9: a process needs `user`; write a user, or `{ user: …, capabilities: [ … ] }` "
                + "[missing-key]"
        ),
        (
            "units: { nginx: active }",
            "3:12: `nginx` does not end in a unit type; write `nginx.service` [invalid-unit-name]"
        ),
        (
            "units: { a.service: running }",
            "3:23: `running` is not a value of `state`; use one of activating, active, deactivating, "
                + "failed, inactive, reloading, not-found, masked, bad-setting, error [unknown-value]"
        ),
        (
            "units: { a.service: { state: enabled } }",
            "3:32: `enabled` is a state of the unit's file; write `file: enabled`, beside `state` "
                + "[invalid-fact]"
        ),
        (
            "ports: { tcp:80: apache.service }",
            "3:20: `apache.service` holds the port, but no fact describes it; describe the unit "
                + "under `units`, with its `process` [invalid-fact]"
        ),
        (
            "ports: { tcp:80: used }",
            "3:20: `used` holds the port, but no fact describes it; write `free`, `self`, a "
                + "unit, a container, a user, or the number of a process [invalid-fact]"
        ),
        (
            "units: { a.service: { state: active, process: 7 } }",
            "3:49: `7` is a number, and could be that of a process; write the name of the user, or "
                + "`{ user: 7 }` for one without [invalid-fact]"
        ),
        (
            "units: { a.service: enabled }",
            "3:23: `enabled` is a state of the unit's file; write `file: enabled`, beside `state` "
                + "[invalid-fact]"
        ),
        (
            "ports: { \"tcp:80x\": free }",
            "3:12: `tcp:80x` has no port number; write a number, as in `tcp:443`, or `tcp:80x:443` if it "
                + "is a host [invalid-endpoint]"
        ),
        (
            "connections: { tcp:localhost:80: answers }",
            "3:18: `localhost` is not a numeric address; write `192.0.2.1` or `2001:db8::1` "
                + "[invalid-fact]"
        ),
        (
            "connections: { tcp:127.0.0.1:80: yes }",
            "3:36: `yes` is not a value of `connections`; use one of answers, refused, unreachable, "
                + "not-permitted, missing, silent [unknown-value]"
        ),
        (
            "routes: { 192.0.2.1: eth0 }",
            "3:24: `eth0` is no route; write `dev eth0 via 192.0.2.1 src 192.0.2.7`, `local`, `none`, "
                + "`unreachable`, `prohibit`, `blackhole` [invalid-fact]"
        ),
        (
            "polkit: { org.example.act: maybe }",
            "3:30: `maybe` is not a value of `org.example.act`; use one of yes, no, asks, missing "
                + "[unknown-value]"
        ),
        (
            "bus-names: { org.example.shop: yes }",
            "3:34: `yes` is not a value of `org.example.shop`; use one of owned, activatable, missing "
                + "[unknown-value]"
        ),
        (
            "bus-names: { shop: owned }",
            "3:16: `shop` is no well-known name of D-Bus; write it like `org.freedesktop.login1` "
                + "[invalid-fact]"
        ),
        (
            "sysctls: { fs.protected_symlink: 1 }",
            "3:14: `fs.protected_symlink` is not a value of `sysctls`; did you mean "
                + "`fs.protected_symlinks`? [unknown-value]"
        ),
        (
            "users: { alice: { uid: -1, groups: [alice] } }",
            "3:26: `-1` is not the number of a user or group; write a number up to 4294967294 "
                + "[invalid-fact]"
        ),
    ])
    func `An invalid fact is reported with a remedy`(facts: String, complaint: String)
        async throws
    {
        #expect(try await DescribedTestHost(facts).complaints() == [complaint])
    }

    @Test(arguments: [
        "lrwxrwxrwx root:root", "-rw-r--r-- root:root -> /b", "-> ", "-rw-r--r-- root",
        "-rw-r--r-- root:", "-rw-r--r-- root:root 1:3", "crw-rw-rw- root:root 1", "-rwxr-x--s",
        "-rwtr-xr-x", "-wr-r--r--", "?rw-r--r--", "-rw-r--r--x", "-rw-r--r-", "-rw-r--r-- a:b c:d",
    ])
    func `A text that ls never prints is no description of a file`(listed: String) async throws {
        #expect(
            try await DescribedTestHost("files: { /a: \"\(listed)\" }").complaints() == [
                "3:16: `\(listed)` is not what `ls -l` shows of a file; write "
                    + "`-rw-r----- root:adm`, `-> /target`, or `missing` [invalid-fact]"
            ]
        )
    }

    @Test func `A test with too many facts is an error`() async throws {
        let folder = try TemporaryFolder()
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire: [{ read: /a }]\n")
        let path = try folder.file(
            "p.test.yaml",
            """
            warrant: 1
            given: { files: { /a: missing, /b: missing } }
            cases: [{ case: one, expect: fails }, { case: two, expect: fails }]
            """
        )
        let test = try PolicyTest(path: path)
        #expect(try await test.run(atMost: 4).count == 2)
        let message = await #expect(throws: Diagnostics.self) { try await test.run(atMost: 3) }
        #expect(
            message?.description
                == "\(path):3:47: the cases up to this one state more than 3 facts; state fewer in "
                + "what all cases share, or make two tests of it [too-many-facts]"
        )
    }

    @Test func `An invalid fact in all cases is reported once`() async throws {
        let host = try DescribedTestHost("files: { /a: bad, /b: worse }")
        #expect(try await host.complaints().count == 2)
    }
}
