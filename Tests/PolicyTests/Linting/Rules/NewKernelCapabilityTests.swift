import Testing

@Suite struct `Lint rule new-kernel-capability` {
    @Test(
        arguments: [
            (
                "forbid:\n  - capability: CAP_CHECKPOINT_RESTORE\n    because: b",
                "5:17: warning: `CAP_CHECKPOINT_RESTORE` came with Linux 5.9, and on older "
                    + "kernels this has no answer; allow this where all hosts are newer: `# "
                    + "warrant: allow new-kernel-capability why` [new-kernel-capability]"
            ),
            (
                "require:\n  - capability: cap_41",
                "5:17: warning: no kernel that this program knows has `cap_41`; allow this "
                    + "where all hosts are newer: `# warrant: allow new-kernel-capability why` "
                    + "[new-kernel-capability]"
            ),
        ] as [(String, String)]
    )
    func `Rule new-kernel-capability reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("new-kernel-capability", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - capability: CAP_AUDIT_READ",
        "require:\n  - capability: CAP_BPF",
        "require:\n  - capability: CAP_PERFMON",
        "require:\n  - capability: CAP_CHOWN",
        "require:\n  - read: /x\n    when: { capability: CAP_CHECKPOINT_RESTORE }",
    ])
    func `Rule new-kernel-capability has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("new-kernel-capability", text) == [])
    }
}
