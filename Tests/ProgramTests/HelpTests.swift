import TestSupport
import Testing

@Suite struct `The help` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ["--help"], ["help"], [], ["check", "--help"], ["help", "check"], ["can", "--help"],
        ["help", "can"], ["who-can", "--help"], ["help", "who-can"], ["lint", "--help"],
        ["help", "lint"], ["show", "--help"], ["help", "show"], ["compare", "--help"],
        ["help", "compare"], ["schema", "--help"], ["help", "schema"],
        ["new", "--help"], ["help", "new"], ["test", "--help"], ["help", "test"],
        ["record", "--help"], ["help", "record"],
        ["harden", "--help"], ["help", "harden"],
    ])
    func `Help is printed in lines of at most 80 columns`(arguments: [String]) async throws {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        #expect(ended.status == 0)
        #expect(ended.errors == "")
        #expect(ended.output.contains("USAGE: warrant"))
        let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.count > 80 } == [])
        // A table row or an example that is too wide would continue at the margin.
        let rests = zip(lines, lines.dropFirst()).filter { line, next in
            let isRow = line.drop { $0 == " " }.contains("  ") || line.hasPrefix("  warrant ")
            return line.hasPrefix("  ") && isRow && !next.isEmpty && !next.hasPrefix(" ")
        }
        #expect(rests.map(\.1) == [])
    }

    @Test(arguments: ["0", "1", "2", "64", "65", "66", "70"])
    func `The help of the program lists every exit status`(status: String) async throws {
        let lines = try await folder.warrant("--help").output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("  \(status) ") })
    }

    @Test(arguments: [
        "read", "write", "execute", "use", "raise", "bind", "connect", "resolve", "route", "unit",
        "start", "stop", "restart", "reload", "action", "confirm", "icmp",
        "raw-sockets", "trace-processes", "read-journal", "owner", "group", "mode", "mode-at-most",
        "sysctl", "sysctl-at-least", "user", "member",
    ])
    func `The help of can lists every action`(action: String) async throws {
        let output = try await folder.warrant("can", "--help").output
        let actions = output.split(separator: "EXAMPLES")[0].split(separator: "ACTIONS")[1]
        #expect(actions.split { " ,\n".contains($0) }.contains { $0 == action })
    }

    @Test(arguments: [
        "active", "inactive", "failed", "loaded", "masked", "enabled", "disabled",
    ])
    func `The help of can lists every state of a unit`(state: String) async throws {
        let output = try await folder.warrant("can", "--help").output
        #expect(output.split { " ,.\n".contains($0) }.contains { $0 == state })
    }

    @Test(arguments: [
        ("check", ["0", "1", "2", "65", "66"]), ("can", ["0", "1", "2", "64"]),
        ("who-can", ["0", "2", "64"]), ("lint", ["0", "1", "65", "66", "70"]),
        ("show", ["0", "65", "66"]), ("compare", ["0", "1", "2", "65", "66"]),
        ("new", ["0", "64", "66"]), ("test", ["0", "1", "65", "66"]),
        ("record", ["0", "2", "65", "66", "70"]),
    ])
    func `The help of a command lists its exit statuses`(command: String, statuses: [String])
        async throws
    {
        let output = try await folder.warrant(command, "--help").output
        let words = output.split(separator: "\nExits")[1].split { " ,.\n".contains($0) }
        #expect(statuses.filter { !words.contains(Substring($0)) } == [])
    }

    @Test(arguments: [
        ("bash", "complete"), ("zsh", "#compdef warrant"), ("fish", "complete -c 'warrant'"),
    ])
    func `A completion script completes the commands`(shell: String, word: String) async throws {
        let ended = try await folder.warrant("--generate-completion-script", shell)
        #expect(ended.status == 0)
        #expect(ended.errors == "")
        #expect(ended.output.contains(word))
        #expect(ended.output.contains("allow-writable-policy"))
    }
}
