import Testing

@Suite struct `Lint rule broad-capability` {
    @Test(
        arguments: [
            (
                "require:\n  - capability: CAP_SYS_ADMIN",
                "5:17: warning: `CAP_SYS_ADMIN` is nearly all that root may; require the "
                    + "part that is needed, such as `CAP_BPF`, `CAP_PERFMON`, `CAP_SYSLOG` or "
                    + "`CAP_CHECKPOINT_RESTORE`, see capabilities(7) [broad-capability]"
            )
        ] as [(String, String)]
    )
    func `Rule broad-capability reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("broad-capability", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - capability: CAP_NET_ADMIN",
        "forbid:\n  - capability: CAP_SYS_ADMIN\n    because: b",
        "require:\n  - not: { capability: CAP_SYS_ADMIN }",
        "require:\n  - read: /x\n    when: { capability: CAP_SYS_ADMIN }",
    ])
    func `Rule broad-capability has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("broad-capability", text) == [])
    }
}
