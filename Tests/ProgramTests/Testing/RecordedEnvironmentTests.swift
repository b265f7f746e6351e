import TestSupport
import Testing

@Suite struct `A record of a policy with parameters from the environment` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func policy(_ name: String, _ text: String) throws {
        try folder.file("\(name).yaml", "warrant: 1\nname: \(name)\n\(text)\n")
    }

    @Test func `A record sets the parameters and names their variables`() async throws {
        try policy(
            "p",
            "parameters: { f: { type: path, environment: MYF } }\nrequire: [{ read: \"${f}\" }]"
        )
        let text = try await folder.recorded("p.yaml", environment: ["MYF": "/etc/passwd"])
        #expect(text.contains("\nset:\n  f: /etc/passwd\n"), "\(text)")
        #expect(
            text.hasPrefix(
                """
                # Facts that `warrant record` found, without the content of files, and with these \
                environment variables only:
                # the parameter `f` has the value of `MYF`.
                warrant: 1

                """
            ),
            "\(text)"
        )
    }

    @Test func `A record omits variables that were not used`() async throws {
        try policy(
            "p",
            "parameters: { f: { environment: MYF }, g: { environment: MYG, default: /etc } }\n"
                + "require: [{ read: \"${f}\" }, { read: \"${g}\" }]"
        )
        let text = try await folder.recorded(
            "p.yaml",
            ["--set", "f=/etc/passwd"],
            environment: ["MYF": "/none"]
        )
        #expect(text.contains("\nset:\n  f: /etc/passwd\n"), "\(text)")
        #expect(!text.contains("MYF"), "\(text)")
        #expect(text.contains(", and without environment.\n"), "\(text)")
    }

    /// A case can set only the parameters of its own policy.
    @Test(arguments: ["", ", default: /none"])
    func `The status is 2 if an included policy reads the environment`(standard: String)
        async throws
    {
        try policy(
            "part",
            "parameters: { f: { environment: MYF\(standard) } }\nrequire: [{ read: \"${f}\" }]"
        )
        try policy("p", "include: { part: { policy: part.yaml } }")
        let record = try await folder.warrant("record", "p.yaml", environment: ["MYF": "/etc"])
        #expect(record.status == 2)
        #expect(record.output.contains("\ncases:\n"))
        #expect(
            record.errors.hasSuffix(
                "warrant: the test cannot set the variable `MYF`, because an included policy reads it\n"
            ),
            "\(record.errors)"
        )
    }
}
