import TestSupport
import Testing

@Suite struct `The sum of a report` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let holds = "read: /etc/passwd"
    private static let fails = "read: /none"
    private static let unknown = "unit: a.service"
    private static let absent = "not: { read: /none }"

    @Test(arguments: [
        ([holds, holds], "all 2 hold"),
        ([fails, unknown], "1 of 2 does not hold: 1 denied; 1 is not known"),
        ([holds, unknown], "1 of 2 is not known"),
        ([unknown, unknown], "2 of 2 are not known"),
        (
            [holds, "\(fails), when: { \(fails) }", "\(holds), severity: advice"],
            "the requirement holds; 1 not applicable; advice: 1 holds"
        ),
        (
            [holds, "\(fails), severity: advice", "\(holds), severity: advice"],
            "the requirement holds; advice: 1 of 2 does not hold"
        ),
        (
            [fails, "\(unknown), severity: advice"],
            "1 of 1 does not hold: 1 denied; advice: 1 of 1 is not known"
        ),
        (
            [holds, absent, fails],
            "1 of 3 does not hold: 1 denied; 1 holds because what it names does not exist"
        ),
        (
            [holds, "not: { write: / }", "not: { create: /etc/passwd }"],
            "all 3 hold; 2 hold because of the kind of files that they name"
        ),
        ([absent, absent], "all 2 hold; 2 hold because what they name does not exist"),
        (["not: { read: /etc/passwd, as: nobdy }"], "1 of 1 is not known"),
    ])
    func `The sum counts failures, unknown answers and advice separately`(
        requirements: [String],
        sum: String
    ) async throws {
        let list = requirements.map { "  - { \($0) }\n" }.joined()
        try folder.file("policy.yaml", "warrant: 1\nname: policy\nrequire:\n" + list)
        let lines = try await folder.warrant("check", "policy.yaml").output.split(separator: "\n")
        #expect(lines.last.map(String.init) == sum)
        let monitored = try await folder.warrant("check", "--format", "nagios", "policy.yaml")
        #expect(monitored.output.contains(" - \(sum) | "))
    }

    @Test func `A prohibition with a misspelt user is not known`() async throws {
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: policy\nsubject: { user: nobdy }\nforbid: [{ read: /etc/passwd }]\n"
        )
        #expect(
            try await folder.warrant("check", "policy.yaml")
                == Ended(
                    2,
                    output: """
                        policy.yaml: policy     (user nobdy)

                          ? forbid read /etc/passwd
                              user nobdy does not exist here; did you mean `nobody`?

                        1 of 1 is not known

                        """
                )
        )
    }
}
