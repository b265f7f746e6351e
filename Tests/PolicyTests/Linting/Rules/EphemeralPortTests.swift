import Testing

@Suite struct `Lint rule ephemeral-port` {
    @Test(
        arguments: [
            (
                "require:\n  - bind: tcp:32768",
                "5:11: warning: port 32768 is between 32768 and 60999, the ports of "
                    + "outgoing connections; use one outside, or reserve it in "
                    + "`net.ipv4.ip_local_reserved_ports` [ephemeral-port]"
            ),
            (
                "require:\n  - bind: \"udp:[::1]:60999\"",
                "5:11: warning: port 60999 is between 32768 and 60999, the ports of "
                    + "outgoing connections; use one outside, or reserve it in "
                    + "`net.ipv4.ip_local_reserved_ports` [ephemeral-port]"
            ),
        ] as [(String, String)]
    )
    func `Rule ephemeral-port reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("ephemeral-port", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - bind: tcp:32767",
        "require:\n  - bind: tcp:61000",
        "require:\n  - connect: tcp:a:40000",
        "forbid:\n  - bind: tcp:40000\n    because: b",
        "require:\n  - bind: unix:/x",
    ])
    func `Rule ephemeral-port has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("ephemeral-port", text) == [])
    }
}
