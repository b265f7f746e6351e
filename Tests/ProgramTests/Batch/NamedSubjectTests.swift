import Foundation
import TestSupport
import Testing

@Suite struct `A named subject in a batch` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Answer: Decodable {
        let verdict: String?
        let because: String?
    }

    private func answer(_ subject: String, _ question: String) async throws -> Answer {
        try folder.file("lines", #"{"subject":\#(subject),\#(question)}"#)
        let ended = try await folder.warrant("can", "--batch", "lines")
        #expect(ended.errors == "")
        return try JSONDecoder().decode(Answer.self, from: Data(ended.output.utf8))
    }

    private func reading(_ path: String) -> String { #""action":"read","object":"\#(path)""# }

    /// Compares the host's own entry of a user in a group with the answer for that user.
    @Test(arguments: [("daemon", "authorized"), ("nobody", "denied")])
    func `A named user has the groups of the name service`(user: String, verdict: String)
        async throws
    {
        let path = try folder.file("key", mode: 0o640)
        try #require(try await folder.run(["chgrp", "daemon", path]) == Ended(0))
        let command = ["setpriv", "--reuid", user, "--regid", user == "nobody" ? "65534" : user]
        let judge = try await folder.run(command + ["--init-groups", "test", "-r", path])
        #expect(judge.status == (verdict == "authorized" ? 0 : 1))
        let found = try await answer(#"{"user":"\#(user)"}"#, reading(path))
        #expect(found.verdict == verdict)
    }

    @Test(arguments: [("{\"user\":\"root\"}", "authorized"), ("{\"user\":\"daemon\"}", "denied")])
    func `A named user has the same kernel capabilities as with --as`(
        subject: String,
        verdict: String
    ) async throws {
        let path = try folder.file("key", mode: 0o000)
        #expect(try await answer(subject, reading(path)).verdict == verdict)
        let raised = String(subject.dropLast()) + #","capabilities":["CAP_DAC_READ_SEARCH"]}"#
        #expect(try await answer(raised, reading(path)).verdict == "authorized")
    }

    @Test func `A pid names a process with its kernel capabilities`() async throws {
        let path = try folder.file("key", mode: 0o600)
        try await withChild(Caller.nobody.command + ["cat"]) { child in
            let found = try await answer(#"{"pid":\#(child.pid)}"#, reading(path))
            #expect(found.verdict == "denied")
            #expect(found.because?.contains("cannot gain the permission by itself") == true)
        }
        try await withChild(Caller.nobodyReadingAll.command + ["cat"]) { child in
            let found = try await answer(#"{"pid":\#(child.pid)}"#, reading(path))
            #expect(found.verdict == "authorized")
        }
    }

    @Test(arguments: [
        "{\"pid\":2147483647}", "{\"unit\":\"no-such.service\"}",
        #"{"unit":"no-such.service","restarted":true,"command":"ExecStop"}"#,
    ])
    func `The answer for a process or unit that does not run is not known`(subject: String)
        async throws
    {
        #expect(try await answer(subject, reading("/")).verdict == "undetermined")
    }

    @Test func `Raw sockets can be asked about a named subject only`() async throws {
        let question = #""action":"raw-sockets","object":"packet""#
        #expect(try await answer(#"{"user":"nobody"}"#, question).verdict == "denied")
        try folder.file("lines", #"{"subject":{"uid":1,"gid":1},\#(question)}"#)
        let ended = try await folder.warrant("can", "--batch", "lines")
        #expect(
            ended.output == #"{"id":null,"error":"`raw-sockets` is not asked of a described "#
                + #"subject; name a `user`, a `pid`, a `unit`, a `container` or a `unit-file`"}"#
                + "\n"
        )
    }

    @Test func `A relative path is refused for a process`() async throws {
        try folder.file("lines", #"{"subject":{"pid":1},\#(reading("x"))}"#)
        let ended = try await folder.warrant("can", "--batch", "lines")
        #expect(ended.status == 65)
        #expect(ended.output.contains("`x` is not an absolute path; begin it with `/`"))
    }
}
