import TestSupport
import Testing

@Suite struct `Who may use a file` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isAnswered(
        _ question: [String],
        _ output: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let ended = try await folder.run([TemporaryFolder.program, "who-can"] + question)
        #expect(ended == Ended(0, output: output + "\n"), sourceLocation: sourceLocation)
    }

    @Test func `is everybody`() async throws {
        let path = try folder.file("page")
        try await isAnswered(["read", path], "✓ everybody may read \(path)")
    }

    @Test func `is root, and a group that may have no members`() async throws {
        let path = try folder.file("key", mode: 0o640)
        try #require(try await folder.run(["chgrp", "shadow", path]) == Ended(0))
        try await isAnswered(
            ["read", path],
            """
            ✓ only root may read \(path)

              groups     members of shadow
              others     0640 root:shadow, and another user is not in shadow
            """
        )
    }

    @Test func `are users by name`() async throws {
        let path = try folder.file("note", mode: 0o600)
        try folder.change("note", owner: 1)
        try await isAnswered(
            ["chmod", path, "600"],
            """
            ✓ 2 users of this host may chmod \(path) 600

              users      root, daemon
              others     belongs to daemon, and another user lacks CAP_FOWNER
            """
        )
    }

    @Test func `is everybody but those whom a group shuts out`() async throws {
        let path = try folder.file("open", mode: 0o604)
        try #require(try await folder.run(["chgrp", "daemon", path]) == Ended(0))
        try await isAnswered(
            ["read", path],
            """
            ✓ everybody but 1 user may read \(path)

              not        daemon
              not        members of daemon
            """
        )
    }

    @Test func `is nobody where there is nothing`() async throws {
        try await isAnswered(
            ["read", "/none"],
            """
            ✗ nobody may read /none

              root       does not exist
            """
        )
    }

    @Test func `is not known to one who may not look`() async throws {
        try folder.folder("closed", mode: 0o700)
        let path = try folder.file("closed/key")
        #expect(
            try await folder.warrant("who-can", "read", path, by: .nobody)
                == Ended(
                    2,
                    output: """
                        ? who may read \(path) is not known

                          not known  root
                          root       \(folder.path)/closed could not be looked at: Permission
                                     denied (EACCES)

                        """
                )
        )
    }
}
