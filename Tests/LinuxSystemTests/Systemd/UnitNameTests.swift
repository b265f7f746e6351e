import LinuxSystem
import Testing

@Suite struct `A unit name` {
    @Test(arguments: [
        "nginx.service", "-.mount", "init.scope", "a.b.c.timer", "0.socket", "a:b-c_d.slice",
        "dev-disk-by\\x2dlabel-root.device", "getty@tty1.service", "a@b@c.service", "x@\\x2e.path",
        String(repeating: "a", count: 247) + ".service",
    ])
    func `A unit name is kept as it is written`(text: String) throws {
        let name = try UnitName(text)
        #expect(name.text == text)
        #expect(!name.isTemplate)
    }

    @Test(arguments: ["getty@.service", "a@.timer"])
    func `A unit name without an instance is a template`(text: String) throws {
        #expect(try UnitName(text).isTemplate)
    }

    @Test(arguments: [
        ("", "a unit name is empty; write one such as `nginx.service`"),
        (
            String(repeating: "a", count: 248) + ".service",
            "a unit name has 256 bytes; systemd allows 255"
        ),
        (
            "/srv/data",
            "`/srv/data` has a slash, and unit names have none; "
                + "a mount unit is named by `systemd-escape --path --suffix=mount`"
        ),
        (
            "./nginx.service",
            "`./nginx.service` has a slash, and unit names have none; "
                + "write `nginx.service`, without its directory"
        ),
        ("nginx", "`nginx` does not end in a unit type; write `nginx.service`"),
        (
            "nginx.servce",
            "`nginx.servce` does not end in a unit type; did you mean `nginx.service`?"
        ),
        (
            "nginx.conf",
            "`nginx.conf` does not end in a unit type; it can be service, socket, target, device, "
                + "mount, automount, swap, timer, path, slice or scope"
        ),
        (".service", "`.service` has no name before its type; write one such as `nginx.service`"),
        (
            "@a.service",
            "`@a.service` has no name before its type; write one such as `nginx.service`"
        ),
        (
            "a b.service",
            "a unit name has a character that is not allowed; escaped, it is `a\\x20b.service`"
        ),
        (
            "a\u{1b}[2J\n.service",
            "a unit name has a character that is not allowed; "
                + "escaped, it is `a\\x1b\\x5b2J\\x0a.service`"
        ),
        (
            "é.service",
            "a unit name has a character that is not allowed; escaped, it is `\\xc3\\xa9.service`"
        ),
        (
            "a\0b.service",
            "a unit name has a character that is not allowed; escaped, it is `a\\x00b.service`"
        ),
    ])
    func `An invalid unit name is refused with a remedy`(text: String, message: String) {
        let error = #expect(throws: InvalidUnitName.self) { try UnitName(text) }
        #expect(error?.description == message)
    }
}
