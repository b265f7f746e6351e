import TestSupport
import Testing

@Suite struct `Host without D-Bus, libsystemd or visible processes` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `The state of a unit is not known without D-Bus`() async throws {
        let ended = try await folder.warrant("can", "unit", "dbus.service")
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        ? it is not known whether dbus.service is active
                          no D-Bus at /nonexistent/bus

                        """
                )
        )
    }

    @Test func `The state of a unit is not known without libsystemd`() async throws {
        let ended = try await folder.inNamespaces(
            """
            for library in /lib/libsystemd.so.0 /usr/lib/*/libsystemd.so.0; do
                [ ! -e $library ] || mount --bind /dev/null $library
            done
            exec $1 can unit dbus.service
            """
        )
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        ? it is not known whether dbus.service is active
                          libsystemd.so.0 cannot be loaded; install libsystemd0

                        """
                )
        )
    }

    @Test func `Other requirements are answered without libsystemd`() async throws {
        try folder.policy("read: /etc/passwd", "unit: dbus.service")
        let ended = try await folder.inNamespaces(
            """
            for library in /lib/libsystemd.so.0 /usr/lib/*/libsystemd.so.0; do
                [ ! -e $library ] || mount --bind /dev/null $library
            done
            exec $1 check policy.yaml
            """
        )
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        policy.yaml: policy

                          ✓ read /etc/passwd
                          ? unit dbus.service active
                              libsystemd.so.0 cannot be loaded; install libsystemd0

                        1 of 2 is not known

                        """
                )
        )
    }

    @Test(arguments: [
        ("use CAP_CHOWN", 1, "✗ this process may not use CAP_CHOWN"),
        ("read /etc/shadow", 1, "✗ this process may not read /etc/shadow"),
        ("bind tcp:443", 1, "✗ this process may not bind tcp:443"),
        ("resolve localhost", 0, "✓ this process may resolve localhost"),
        ("connect unix:/nonexistent", 1, "✗ this process may not connect to unix:/nonexistent"),
    ])
    func `User nobody gets answers although processes are hidden`(
        question: String,
        status: Int,
        answer: String
    ) async throws {
        let nobody = Caller.nobody.command.joined(separator: " ")
        let ended = try await folder.inNamespaces(
            "mount -t proc -o hidepid=2 proc /proc; exec \(nobody) $1 can \(question)"
        )
        #expect(ended.status == status)
        #expect(ended.errors == "")
        #expect(ended.output.split(separator: "\n").first.map(String.init) == answer)
    }
}
