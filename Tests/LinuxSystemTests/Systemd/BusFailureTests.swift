import Testing

@testable import LinuxSystem

@Suite struct `A failure of the bus` {
    @Test(
        arguments: [
            (
                BusFailure.libraryMissing("libsystemd.so.0", detail: "libsystemd.so.0: not found"),
                "libsystemd.so.0 cannot be loaded; install libsystemd0"
            ),
            (
                .untrusted("unixexec:path=/x", variable: "DBUS_SYSTEM_BUS_ADDRESS"),
                "`DBUS_SYSTEM_BUS_ADDRESS` names `unixexec:path=/x`, which a process with privilege "
                    + "does not trust; name a socket as `unix:path=/…`, or unset the variable"
            ),
            (.noBus(at: "/run/bus", code: 2), "no D-Bus at /run/bus"),
            (
                .noBus(at: "/run/bus", code: 111),
                "no D-Bus at /run/bus: Connection refused (ECONNREFUSED)"
            ),
            (
                .accessDenied(at: "/run/bus", reason: "Permission denied (EACCES)"),
                "access denied by D-Bus at /run/bus: Permission denied (EACCES)"
            ),
            (.absent(.systemd, at: "/run/bus"), "systemd is not on the D-Bus at /run/bus"),
            (
                .timedOut(at: "/run/bus", after: .milliseconds(1500)),
                "no answer from D-Bus at /run/bus within 1.5 s"
            ),
            (
                .timedOut(at: "/run/bus", after: .seconds(2)),
                "no answer from D-Bus at /run/bus within 2 s"
            ),
            (.disconnected(at: "/run/bus"), "D-Bus at /run/bus went away before it answered"),
            (
                .remote(.polkit, name: "org.example.Odd", message: "two\nlines\u{1b}[2J"),
                #"polkit answered with an error: two\nlines\u{1b}[2J (org.example.Odd)"#
            ),
            (
                .unreadable("it has no `Id`"),
                "an answer over D-Bus cannot be read: it has no `Id`"
            ),
        ] as [(BusFailure, String)]
    )
    func `A failure says in one line what is wrong`(failure: BusFailure, message: String) {
        #expect(failure.description == message)
    }

    @Test(
        arguments: [
            ("AccessDenied", .accessDenied(at: "/run/bus", reason: "why")),
            ("ServiceUnknown", .absent(.systemd, at: "/run/bus")),
            ("NameHasNoOwner", .absent(.systemd, at: "/run/bus")),
            ("NoReply", .disconnected(at: "/run/bus")),
            ("Disconnected", .disconnected(at: "/run/bus")),
            (
                "Failed",
                .remote(.systemd, name: "org.freedesktop.DBus.Error.Failed", message: "why")
            ),
        ] as [(String, BusFailure)]
    )
    func `The name of an error decides the kind of a failure`(name: String, failure: BusFailure) {
        let error = "org.freedesktop.DBus.Error." + name
        #expect(BusFailure(errorNamed: error, "why", from: .systemd, at: "/run/bus") == failure)
    }

    @Test(
        arguments: [
            (13, .accessDenied(at: "/run/bus", reason: "Permission denied (EACCES)")),
            (1, .accessDenied(at: "/run/bus", reason: "Operation not permitted (EPERM)")),
            (104, .noBus(at: "/run/bus", code: 104)),
        ] as [(Int32, BusFailure)]
    )
    func `The errno of the socket decides the kind of a failure`(code: Int32, failure: BusFailure) {
        #expect(BusFailure(connecting: "/run/bus", code: code) == failure)
    }
}
