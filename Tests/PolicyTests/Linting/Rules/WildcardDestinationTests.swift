import Testing

@Suite struct `Lint rule wildcard-destination` {
    @Test(
        arguments: [
            (
                "require:\n  - connect: tcp:0.0.0.0:80",
                "5:14: warning: `0.0.0.0` is not a destination; Linux connects to this "
                    + "host instead; write `127.0.0.1`, or the host that is meant "
                    + "[wildcard-destination]"
            ),
            (
                "require:\n  - connect: \"udp:[::]:53\"",
                "5:14: warning: `::` is not a destination; Linux connects to this host "
                    + "instead; write `::1`, or the host that is meant [wildcard-destination]"
            ),
        ] as [(String, String)]
    )
    func `Rule wildcard-destination reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("wildcard-destination", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - connect: tcp:127.0.0.1:80",
        "require:\n  - bind: tcp:0.0.0.0:80",
        "require:\n  - connect: unix:/x",
        "require:\n  - connect: tcp:localhost:80",
    ])
    func `Rule wildcard-destination has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("wildcard-destination", text) == [])
    }
}
