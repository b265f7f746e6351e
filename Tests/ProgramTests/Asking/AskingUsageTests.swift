import TestSupport
import Testing

@Suite struct `Usage errors of actions that ask` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let forOthers =
        "--authorize asks for this process; leave out --as, --pid, --unit, --container and --unit-file"

    @Test(arguments: [
        (["can", "read", "/x", "--authorize", "--as", "nobody"], forOthers),
        (["can", "read", "/x", "--authorize", "--pid", "1"], forOthers),
        (["can", "read", "/x", "--authorize", "--unit", "a.service"], forOthers),
        (["check", "a.yaml", "--authorize", "--pid", "1"], forOthers),
        (["can", "read", "/x", "--within", "1s"], "--within belongs to --authorize"),
        (["can", "--list", "/etc", "--within", "1s"], "--within belongs to --authorize"),
        (["check", "a.yaml", "--within", "1s"], "--within belongs to --authorize"),
        (
            ["can", "read", "/x", "--authorize", "--within", "soon"],
            "`soon` is not a time limit; "
                + "write a whole number above zero and `ms`, `s`, `m` or `h`, such as `500ms`"
        ),
        (
            ["check", "a.yaml", "--authorize", "--within", "6m"],
            "`6m` is longer than the maximum; give at most 5m"
        ),
        (
            ["can", "--list", "/etc", "--authorize"],
            "--list only looks; leave out --authorize"
        ),
        (
            ["can", "--batch", "-", "--authorize"],
            "--batch asks the rules; leave out --authorize and --within"
        ),
        (
            ["can", "action", "reboot now"],
            "`reboot now` is no name of an action; `pkaction` lists them"
        ),
        (["can", "confirm", " "], "` ` is empty; write what is to be confirmed"),
        (
            ["can", "start", "nginx"],
            "`nginx` does not end in a unit type; write `nginx.service`"
        ),
        (
            ["can", "stop", "a.service", "now"],
            "`stop` takes no argument, but it got `now`"
        ),
        (
            ["who-can", "confirm", "Sure?"],
            "`who-can` does not ask `confirm`; `warrant can` asks it about one subject"
        ),
    ])
    func `A usage error is reported in one line and exits 64`(arguments: [String], problem: String)
        async throws
    {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        #expect(ended.output == "")
    }

    @Test(arguments: ["start", "stop", "restart", "reload", "action", "confirm"])
    func `A batch line reports that the action needs a named subject`(action: String) async throws {
        let line = #"{"subject":{"uid":33,"gid":33},"action":"\#(action)","object":"a.service"}"#
        let lines = try folder.file("lines", line + "\n")
        let ended = try await folder.run([TemporaryFolder.program, "can", "--batch", lines])
        let problem =
            "`\(action)` is not asked of a described subject; name a `user`, a `pid`, a `unit`, a `container` or a `unit-file`"
        #expect(ended == Ended(65, output: "{\"id\":null,\"error\":\"\(problem)\"}\n"))
    }
}
