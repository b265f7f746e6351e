import TestSupport
import Testing

/// A fifo without a writer in place of `/etc/passwd`. Opening it waits forever.
@Suite struct `A name service that does not answer` {
    private let silence = """
        mkfifo names
        mount --bind names /etc/passwd

        """

    @Test func `Numeric ids need no name service`() async throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        let secret = try folder.file("secret", mode: 0o600)
        let ended = try await folder.inNamespaces(
            silence + #""$1" can --as 33:33 read \#(secret)"#
        )
        #expect(ended.status == 1)
        #expect(ended.output.contains("others ---, and uid 33 is not its owner"))
    }

    @Test func `The answer for a user name is not known`() async throws {
        let folder = try TemporaryFolder()
        let ended = try await folder.inNamespaces(silence + #""$1" can --as daemon read /"#)
        #expect(ended.status == 2)
        #expect(
            (ended.output + ended.errors).contains(
                "getpwnam_r(3) failed for `daemon`: Connection timed out (ETIMEDOUT)"
            )
        )
    }

    @Test func `A batch is not blocked by a line that names a user`() async throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        let secret = try folder.file("secret", mode: 0o600)
        let subject = #""subject":{"uid":33,"gid":33}"#
        let questions = [
            #"{"id":1,\#(subject),"action":"read","object":"\#(secret)"}"#,
            #"{"id":2,\#(subject),"action":"chown","object":"/","argument":"daemon"}"#,
        ]
        try folder.file("lines", questions.joined(separator: "\n"))
        let ended = try await folder.inNamespaces(silence + #""$1" can --batch lines || true"#)
        let answers = ended.output.split(separator: "\n")
        try #require(answers.count == 2)
        #expect(answers[0].hasPrefix(#"{"id":1,"verdict":"denied","errno":"EACCES""#))
        #expect(
            answers[1] == #"{"id":2,"error":"getpwnam_r(3) failed for `daemon`: "#
                + #"Connection timed out (ETIMEDOUT)"}"#
        )
    }
}
