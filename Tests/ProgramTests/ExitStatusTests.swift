import TestSupport
import Testing

@Suite struct `An exit status` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.policy("read: /etc/passwd", in: "holds.yaml")
        try folder.policy("read: /nonexistent", in: "fails.yaml")
        try folder.policy("unit: a.service", in: "unknown.yaml")
        try folder.policy("read: /etc/passwd, when: { read: /nonexistent }", in: "nothing.yaml")
        try folder.policy("unit: a.service", "read: /nonexistent", in: "both.yaml")
        try folder.policy("any: []", in: "invalid.yaml")
        try folder.file("requires-nothing.yaml", "warrant: 1\nname: policy\n")
        try folder.file(
            "forbidden.yaml",
            "warrant: 1\nname: policy\nforbid:\n  - read: /etc/passwd\n"
        )
        try folder.file(
            "forbidden-unknown.yaml",
            "warrant: 1\nname: policy\nforbid:\n  - unit: a.service\n"
        )
        try folder.file(
            "forbidden-missing.yaml",
            "warrant: 1\nname: policy\nforbid:\n  - read: /nonexistent\n"
        )
        try folder.policy("read: /etc/passwd", in: "writable.yaml")
        try folder.change("writable.yaml", mode: 0o666)
    }

    @Test(arguments: [
        ("holds.yaml", 0), ("forbidden-missing.yaml", 0),
        ("fails.yaml", 1), ("forbidden.yaml", 1), ("both.yaml", 1),
        ("unknown.yaml", 2), ("forbidden-unknown.yaml", 2), ("nothing.yaml", 2),
        ("invalid.yaml", 65), ("requires-nothing.yaml", 65), ("writable.yaml", 65),
        ("missing.yaml", 66),
    ])
    func `The exit status of a check reflects the outcome of its policy`(
        policy: String,
        status: Int
    ) async throws {
        #expect(try await folder.warrant("check", policy).status == status)
    }

    @Test(arguments: [
        (["holds", "unknown"], 2),
        (["fails", "unknown", "holds"], 1),
        (["unknown", "fails"], 1),
        (["invalid", "fails", "unknown", "holds"], 65),
        (["holds", "fails", "invalid"], 65),
        (["missing", "invalid", "fails"], 66),
        (["invalid", "missing"], 66),
    ])
    func `The exit status of several policies is that of the worst`(policies: [String], status: Int)
        async throws
    {
        let files = policies.map { "\($0).yaml" }
        #expect(try await folder.run([TemporaryFolder.program, "check"] + files).status == status)
    }

    @Test func `All policies are checked before the command exits`() async throws {
        let ended = try await folder.warrant(
            "check",
            "missing.yaml",
            "invalid.yaml",
            "fails.yaml",
            "holds.yaml"
        )
        #expect(
            ended.output == """
                missing.yaml: no such file here, and no such policy in /etc/warrant or \
                /usr/share/warrant/policies

                invalid.yaml:4:12: `any` is empty, and an empty group never holds; \
                list at least one requirement [empty-list]

                fails.yaml: policy

                  ✗ read /nonexistent   does not exist

                1 of 1 does not hold: 1 denied

                holds.yaml: policy

                  ✓ read /etc/passwd

                the requirement holds

                total of 4 policies: 1 holds, 1 does not hold, 1 is wrong, 1 cannot be read
                total of requirements: 1 of 2 does not hold: 1 denied

                """
        )
    }

    @Test(arguments: [
        (["read", "/etc/passwd"], 0), (["read", "/nonexistent"], 1), (["unit", "a.service"], 2),
        (["fly", "/etc/passwd"], 64),
    ])
    func `The exit status of a question reflects the answer`(question: [String], status: Int)
        async throws
    {
        #expect(try await folder.run([TemporaryFolder.program, "can"] + question).status == status)
    }

    @Test(arguments: ["check holds.yaml", "can read /etc/passwd", "check --format json holds.yaml"])
    func `The status is 70 if the report cannot be written`(arguments: String) async throws {
        let line = "\(TemporaryFolder.program) \(arguments) >/dev/full"
        let ended = try await folder.run(["sh", "-c", line])
        #expect(
            ended
                == Ended(
                    70,
                    errors: "warrant: cannot write the report: No space left on device (ENOSPC)\n"
                )
        )
    }
}
