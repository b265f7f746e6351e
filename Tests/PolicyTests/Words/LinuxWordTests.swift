import LinuxCapabilities
import Policies
import PolicyLanguage
import Questions
import Testing

@Suite struct `Words of Linux` {
    private static func problems(_ requirement: String) -> [String] {
        do {
            let text = "warrant: 1\nname: test\nrequire:\n  - \(requirement)\n"
            let root = try YAMLTree.parse(Array(text.utf8), file: "p.yaml")
            let catalogue = Catalogue<Subject>.linux
            let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
            _ = try Policy(syntax, to: catalogue) { _ in nil }
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test func `Each synonym and each action leads to a known word`() {
        let words = Set(WordTable.linux.words.map(\.name) + ["all", "any"])
        let synonyms = WordTable.linux.synonyms
        let others = WordTable.linux.words.flatMap { word in
            word.synonyms + word.actions.map(\.name).filter { !words.contains($0) }
        }
        #expect(synonyms.count == others.count + 2)
        #expect(synonyms.values.filter { !words.contains($0) } == [])
        #expect(synonyms.keys.filter { words.contains($0) } == [])
    }

    @Test(arguments: [
        "read: /a", "write: /a", "execute: /a", "{read: /a, follow: false}",
        "{capability: CAP_NET_ADMIN, in: permitted}", "capability: cap_41", "connect: tcp:a:1",
        "connect: \"tcp:[::1]:1\"", "connect: udp:a:1", "connect: unix:/a", "connect: unix:@a",
        "bind: tcp:443", "bind: tcp:127.0.0.1:443", "bind: udp:53", "bind: unix:/a",
        "icmp: ipv4", "icmp: ipv6", "raw-sockets: ipv4", "raw-sockets: ipv6", "raw-sockets: packet",
        "trace-processes: own", "trace-processes: any", "read-journal: system",
        "resolve: example.org", "route: 192.0.2.1", "route: \"::1\"", "unit: a.service",
        "{unit: a.service, state: masked}", "action: org.example.act", "start: a.service",
        "{execute: /a, argument: /b}", "{chown: /a, argument: 033}", "{touch: /a, argument: -1.5}",
        "stop: a.service", "restart: a.service", "reload: a.service", "confirm: Restart it?",
    ])
    func `A valid requirement has no problem`(requirement: String) {
        #expect(Self.problems(requirement) == [])
    }

    @Test(arguments: [
        (
            "read: etc/passwd",
            "p.yaml:4:11: `etc/passwd` is not an absolute path; begin it with `/` [relative-path]"
        ),
        (
            "{execute: /a, argument: b}",
            "p.yaml:4:29: `b` is not an absolute path; write the directory, beginning with `/` "
                + "[invalid-argument]"
        ),
        (
            "{chown: /a, argument: +5}",
            "p.yaml:4:27: `+5` is not a uid or gid; give a number; id(1) shows it [invalid-argument]"
        ),
        (
            "{touch: /a, argument: 2026-02-30T12:00:00Z}",
            "p.yaml:4:27: `2026-02-30T12:00:00Z` is no time; write `now`, seconds since 1970, "
                + "or 2026-01-31T12:00:00Z [invalid-time]"
        ),
        (
            "capability: CAP_SYS_ADMIM",
            "p.yaml:4:17: unknown kernel capability `CAP_SYS_ADMIM`; "
                + "did you mean `CAP_SYS_ADMIN`? [unknown-capability]"
        ),
        (
            "capability: sys_admin",
            "p.yaml:4:17: unknown kernel capability `sys_admin`; "
                + "did you mean `CAP_SYS_ADMIN`? [unknown-capability]"
        ),
        (
            "capability: cap_sys_boot2",
            "p.yaml:4:17: unknown kernel capability `cap_sys_boot2`; "
                + "did you mean `CAP_SYS_BOOT`? [unknown-capability]"
        ),
        (
            "bind: tcp/6379",
            "p.yaml:4:11: `tcp/6379` has a `/` in place of a `:`; write it like `tcp:6379` "
                + "[invalid-endpoint]"
        ),
        (
            "bind: TCP:6379",
            "p.yaml:4:11: `TCP:6379` has a protocol that is not in lower case; "
                + "write it like `tcp:6379` [invalid-endpoint]"
        ),
        (
            "{read: /a, argument: b}",
            "p.yaml:4:16: `argument` is a key of `access`, `execute`, `create` and others, not of "
                + "`read`, which has `follow`; remove it, or move it to the requirement that it is for "
                + "[misplaced-key]"
        ),
        (
            "exec: /bin/sh",
            "p.yaml:4:5: unknown word `exec`; did you mean `execute`? [unknown-word]"
        ),
        ("listen: tcp:1", "p.yaml:4:5: unknown word `listen`; did you mean `bind`? [unknown-word]"),
        (
            "bind: tcp:0",
            "p.yaml:4:11: `tcp:0` has the port `0`; a port is a number from 1 to 65535 "
                + "[invalid-endpoint]"
        ),
        (
            "connect: tcp:a:65536",
            "p.yaml:4:14: `tcp:a:65536` has the port `65536`; a port is a number from 1 to 65535 "
                + "[invalid-endpoint]"
        ),
        (
            "connect: tcp:443",
            "p.yaml:4:14: `tcp:443` names no host; write it like `tcp:HOST:PORT` [invalid-endpoint]"
        ),
        (
            "bind: tcp:localhost:443",
            "p.yaml:4:11: `tcp:localhost:443` is bound at a name; "
                + "write a numeric address of this host, or none for all [invalid-endpoint]"
        ),
        (
            "bind: unix:@a",
            "p.yaml:4:11: `unix:@a` is an abstract name, which anyone may bind; "
                + "name a socket in the file system: `unix:/path` [invalid-endpoint]"
        ),
        (
            "route: example.org",
            "p.yaml:4:12: `example.org` is not a numeric address; write one like `192.0.2.1` or "
                + "`2001:db8::1`; `resolve` finds those of a name [invalid-endpoint]"
        ),
        (
            "route: fe80::1",
            "p.yaml:4:12: `fe80::1` is link-local, and names no interface; "
                + "write it like `fe80::1%eth0` [invalid-endpoint]"
        ),
        (
            "icmp: packet",
            "p.yaml:4:11: `packet` is not a value of `icmp`; use one of ipv4, ipv6 [unknown-value]"
        ),
        (
            "raw-sockets: ipv5",
            "p.yaml:4:18: `ipv5` is not a value of `raw-sockets`; did you mean `ipv4`? [unknown-value]"
        ),
        (
            "trace-processes: all",
            "p.yaml:4:22: `all` is not a value of `trace-processes`; use one of own, any [unknown-value]"
        ),
        (
            "read-journal: sytem",
            "p.yaml:4:19: `sytem` is not a value of `read-journal`; did you mean `system`? [unknown-value]"
        ),
        (
            "unit: a/b.service",
            "p.yaml:4:11: `a/b.service` has a slash, and unit names have none; "
                + "write `b.service`, without its directory [invalid-unit-name]"
        ),
        (
            "restart: nginx",
            "p.yaml:4:14: `nginx` does not end in a unit type; write `nginx.service` "
                + "[invalid-unit-name]"
        ),
        (
            "{read: /a, as: {unit: nginx}}",
            "p.yaml:4:27: `nginx` does not end in a unit type; write `nginx.service` "
                + "[invalid-unit-name]"
        ),
        (
            "{read: /a, as: {unit: a.service, restarted: true, command: Start}}",
            "p.yaml:4:64: `a.service` has no command `Start`; name one of "
                + "ExecCondition, ExecStartPre, ExecStart, ExecStartPost, ExecReload, ExecStop, "
                + "ExecStopPost, with `:2` for the second line [invalid-command-name]"
        ),
        (
            "action: reboot now",
            "p.yaml:4:13: `reboot now` is no name of an action; `pkaction` lists them [invalid-action]"
        ),
        (
            "confirm: \" \"",
            "p.yaml:4:14: ` ` is empty; write what is to be confirmed [invalid-question]"
        ),
        (
            "{unit: a.service, state: running}",
            "p.yaml:4:30: `running` is not a value of `state`; use one of active, inactive, failed, "
                + "loaded, masked, enabled, disabled [unknown-value]"
        ),
    ])
    func `An invalid requirement has a remedy`(requirement: String, message: String) {
        #expect(Self.problems(requirement) == [message])
    }
}
