import Policies
import PolicyAuthoring
import Testing

@Suite struct `Described setting of the kernel` {
    private static let port = "net.ipv4.ip_unprivileged_port_start"
    private static let ping = "net.ipv4.ping_group_range"

    @Test(arguments: [
        (port, "\"0 x\"", "0 x", "a whole number from 0 to 65535"),
        (port, "99999", "99999", "a whole number from 0 to 65535"),
        (port, "many", "many", "a whole number from 0 to 65535"),
        (port, "\"+80\"", "+80", "a whole number from 0 to 65535"),
        (port, "80 90", "80 90", "a whole number from 0 to 65535"),
        (ping, "5", "5", "two whole numbers from 0 to 4294967294"),
        (ping, "0 1 2", "0 1 2", "two whole numbers from 0 to 4294967294"),
        (ping, "0 4294967295", "0 4294967295", "two whole numbers from 0 to 4294967294"),
        ("net.ipv6.bindv6only", "256", "256", "a whole number from 0 to 255"),
        ("kernel.yama.ptrace_scope", "4", "4", "a whole number from 0 to 3"),
        ("fs.protected_symlinks", "2", "2", "a whole number from 0 to 1"),
        ("fs.protected_hardlinks", "2", "2", "a whole number from 0 to 1"),
        ("fs.protected_regular", "3", "3", "a whole number from 0 to 2"),
        ("fs.protected_fifos", "-1", "-1", "a whole number from 0 to 2"),
    ])
    func `A setting accepts only values that the kernel accepts`(
        name: String,
        written: String,
        value: String,
        help: String
    ) async throws {
        let column = 16 + name.utf8.count
        #expect(
            try await DescribedTestHost("sysctls: { \(name): \(written) }").complaints() == [
                "3:\(column): `\(value)` is not a value of `\(name)`; write \(help) [invalid-fact]"
            ]
        )
    }

    @Test func `An unknown name is reported before its value`() async throws {
        #expect(
            try await DescribedTestHost("sysctls: { fs.protected_symlink: many }").complaints() == [
                "3:14: `fs.protected_symlink` is not a value of `sysctls`; did you mean "
                    + "`fs.protected_symlinks`? [unknown-value]"
            ]
        )
    }

    @Test(arguments: ["\"77\\t80\"", "77 80", "0 4294967294", "77 77"])
    func `The ping range is accepted as the kernel prints it`(range: String) async throws {
        let host = try DescribedTestHost(
            "groups: { g: 77 }\nself: { user: root, groups: [g], capabilities: none }\n"
                + "sysctls: { net.ipv4.ping_group_range: \(range) }"
        )
        #expect(try await host.answers("icmp: ipv4") == ["holds socket-permitted"])
    }
}
