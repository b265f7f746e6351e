import TestSupport
import Testing

/// Tests `warrant record --unit-file`. Those of a real systemd are in `RecordedUnitFileTests.swift`.
@Suite struct `A record of a unit file` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.policy("id: file, read: \(folder.path)/file")
    }

    private func record(_ settings: String...) async throws -> Ended {
        let lines = ["[Service]", "ExecStart=/bin/true", "StateDirectory=warrant-test"] + settings
        try folder.file("web.service", lines.joined(separator: "\n") + "\n")
        return try await folder.warrant("record", "--unit-file", "web.service", "policy.yaml")
    }

    @Test(arguments: [
        (
            "DynamicUser=yes",
            "the unit has DynamicUser=, so systemd chooses their owner at the start"
        ),
        (
            "User=no-such-user",
            "the service would not start, with status 217/USER: user `no-such-user` does not exist here"
        ),
        (
            "StateDirectory=a:b",
            "Warrant does not know symbolic links to its directories; StateDirectory=a:b in FOLDER/web.service:4"
        ),
    ])
    func `Directories that are not known before the start end it`(
        setting: String,
        problem: String
    ) async throws {
        let message = problem.replacing("FOLDER", with: folder.path)
        let start = "warrant: the directories of `\(folder.path)/web.service` are not known: "
        #expect(try await record(setting) == Ended(2, errors: "\(start)\(message)\n"))
    }

    @Test(arguments: [
        ("none.service", "warrant: `FOLDER/none.service` does not exist; name a unit file\n"),
        (
            "policy.yaml",
            "warrant: `FOLDER/policy.yaml` is no service; name a file that ends in `.service`\n"
        ),
    ])
    func `A unit file that cannot be read ends it`(name: String, message: String) async throws {
        let ended = try await folder.warrant("record", "--unit-file", name, "policy.yaml")
        #expect(ended == Ended(66, errors: message.replacing("FOLDER", with: folder.path)))
    }

    @Test func `A file that is missing all the same is named`() async throws {
        let ended = try await record()
        #expect(ended.status == 0)
        #expect(
            ended.errors == """
                warrant: the policy does not hold here, and the test expects that
                warrant: `file`: a file or directory is missing; the unit does not make it, or the requirement is not about a user

                """
        )
    }

    @Test func `Nothing is made on this host`() async throws {
        _ = try await record()
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\nsubject: root\nrequire: [{ create: /var/lib/warrant-test/new }]\n"
        )
        let script = """
            mount -t tmpfs -o mode=755 new /var/lib
            "$1" record --unit-file web.service policy.yaml && ls /var/lib >&2
            """
        let ended = try await folder.inNamespaces(script)
        #expect(ended.output.contains("\n    /var/lib/warrant-test: drwxr-xr-x\n"), "\(ended)")
        #expect(ended.status == 0 && ended.errors == "", "\(ended)")
    }
}
