import TestSupport
import Testing

@Suite struct `A batch of questions` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
    }

    private let nobody = #""subject":{"uid":65534,"gid":65534}"#

    @Test func `Answers come in the order of the questions and repeat their ids`() async throws {
        try folder.file("secret")
        try folder.change("secret", mode: 0o600)
        let ids = ["7", "\"a\\u00e9\\n\"", "-1.50e+2", "null"]
        let lines = ids.map {
            #"{"id":\#($0),\#(nobody),"action":"read","object":"\#(folder.path(of: "secret"))"}"#
        }
        let ended = try await batch(lines.joined(separator: "\n\n  \r\n"))
        #expect(ended.status == 0)
        let answers = ended.output.split(separator: "\n")
        #expect(answers.count == ids.count)
        for (answer, id) in zip(answers, ids) {
            #expect(
                answer.hasPrefix(#"{"id":\#(id),"verdict":"denied","errno":"EACCES","because":""#)
            )
        }
    }

    @Test func `A batch is read from standard input`() async throws {
        try folder.file(
            "lines",
            #"{"subject":{"uid":0,"gid":0},"action":"stat","object":"/"}"# + "\n"
        )
        let command = #""$0" can --batch - < lines"#
        let ended = try await folder.run(["sh", "-c", command, TemporaryFolder.program])
        #expect(ended.status == 0)
        #expect(
            ended.output.hasPrefix(#"{"id":null,"verdict":"authorized","errno":null,"because":""#)
        )
    }

    @Test func `Each answer is written before the next question arrives`() async throws {
        // The second question is asked only after the first is answered.
        let script = #"""
            mkfifo questions answers
            "$0" can --batch - < questions > answers & program=$!
            exec 3> questions 4< answers
            for id in 1 2 3; do
                echo "{\"id\":$id,\"subject\":{\"uid\":0,\"gid\":0},\"action\":\"stat\",\"object\":\"/\"}" >&3
                read -r answer <&4
                echo "$answer" | cut -d, -f1,2
            done
            exec 3>&-
            wait $program
            """#
        let ended = try await folder.run(["sh", "-euc", script, TemporaryFolder.program])
        let answers = (1...3).map { #"{"id":\#($0),"verdict":"authorized""# + "\n" }
        #expect(ended == Ended(0, output: answers.joined()))
    }

    @Test func `An answer uses the facts of the moment of its question`() async throws {
        try folder.file("file")
        // The same question is asked three times, each time after the previous answer.
        let script = #"""
            mkfifo questions answers
            "$0" can --batch - < questions > answers & program=$!
            exec 3> questions 4< answers
            ask() {
                echo "{\"subject\":{\"uid\":7,\"gid\":7},\"action\":\"read\",\"object\":\"$PWD/file\"}" >&3
                read -r answer <&4
                echo "$answer" | cut -d, -f2,3
            }
            ask
            chmod 600 file
            ask
            rm file
            ask
            exec 3>&-
            wait $program
            """#
        let ended = try await folder.run(["sh", "-euc", script, TemporaryFolder.program])
        let answers = [
            #""verdict":"authorized","errno":null"#, #""verdict":"denied","errno":"EACCES""#,
            #""verdict":"denied","errno":"ENOENT""#,
        ]
        #expect(ended == Ended(0, output: answers.map { $0 + "\n" }.joined()))
    }

    @Test func `An answer uses facts that are at most one second old`() async throws {
        try folder.file("file")
        // The input never ends meanwhile, so the program never has to wait for it.
        let script = #"""
            line="{\"subject\":{\"uid\":7,\"gid\":7},\"action\":\"read\",\"object\":\"$PWD/file\"}"
            yes "$line" | "$0" can --batch - | {
                head --lines=1
                chmod 600 file
                grep --max-count=1 denied
            } | cut -d, -f2,3
            """#
        let ended = try await folder.run(["sh", "-euc", script, TemporaryFolder.program])
        let answers = [
            #""verdict":"authorized","errno":null"#, #""verdict":"denied","errno":"EACCES""#,
        ]
        #expect(ended.output == answers.map { $0 + "\n" }.joined())
    }

    @Test(arguments: ["{\"uid\":1000,\"gid\":1000}", "{\"user\":\"nobody\"}", "{\"pid\":1}"])
    func `A batch that waits keeps no file system busy`(subject: String) async throws {
        let script = """
            mkdir m; mount -t tmpfs batch m; mkfifo in out
            "$1" can --batch - <in >out &
            exec 8>in 9<out
            echo '{"subject":\(subject),"action":"create","object":"\(folder.path)/m/new"}' >&8
            read -r answer <&9; echo "$answer"
            umount m
            exec 8>&-; wait $!
            """
        let ended = try await folder.inNamespaces(script)
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains("\"verdict\":\"authorized\""), "\(ended)")
    }

    @Test func `A batch about many files stays within its memory limit`() async throws {
        // Each line names another file; all of them together would take more than 100 MiB.
        let script = #"""
            awk 'BEGIN {
                for (i = 0; i < 200; i++) long = long "x"
                for (i = 0; i < 100000; i++)
                    printf "{\"subject\":{\"uid\":7,\"gid\":7},\"action\":\"stat\",\"object\":\"/%s%d\"}\n", long, i
            }' | prlimit --data=83886080 "$0" can --batch - | wc --lines
            """#
        let ended = try await folder.run(
            ["bash", "-o", "pipefail", "-c", script, TemporaryFolder.program],
            seconds: 600
        )
        #expect(ended == Ended(0, output: "100000\n"))
    }

    @Test func `Wrong lines do not stop a batch, and it exits 65`() async throws {
        let good = #"{"id":1,\#(nobody),"action":"stat","object":"/"}"#
        let long = #"{"id":2,"object":""# + String(repeating: "a", count: 10_000_000) + #""}"#
        let ended = try await batch([good, long, "nonsense", good].joined(separator: "\n"))
        #expect(ended.status == 65)
        let answers = ended.output.split(separator: "\n")
        try #require(answers.count == 4)
        #expect(answers[0].hasPrefix(#"{"id":1,"verdict":"authorized""#))
        #expect(answers[1] == #"{"id":null,"error":"longer than 1048576 bytes; ask less at once"}"#)
        #expect(answers[2].hasPrefix(#"{"id":null,"error":"a line is one JSON object"#))
        #expect(answers[3] == answers[0])
    }

    @Test func `A line that is too long is not kept in memory`() async throws {
        // A line of 100 MB, in a process without enough memory for it.
        let script = #"""
            head --bytes=100M /dev/zero | prlimit --data=67108864 "$0" can --batch -
            """#
        let ended = try await folder.run(
            ["sh", "-c", script, TemporaryFolder.program],
            seconds: 120
        )
        #expect(ended.status == 65)
        #expect(
            ended.output == #"{"id":null,"error":"longer than 1048576 bytes; ask less at once"}"#
                + "\n"
        )
    }

    @Test(arguments: [
        ("missing", 66, "warrant: cannot read `missing`: No such file or directory (ENOENT)\n"),
        ("/", 66, "warrant: cannot read `/`: Is a directory (EISDIR)\n"),
    ])
    func `A batch file that cannot be read yields status 66`(
        path: String,
        status: Int,
        problem: String
    ) async throws {
        let ended = try await folder.warrant("can", "--batch", path)
        #expect(ended == Ended(status, errors: problem))
    }

    @Test func `A batch exits 70 if its answers cannot be written`() async throws {
        try folder.file("lines", #"{\#(nobody),"action":"stat","object":"/"}"#)
        let command = #""$0" can --batch lines > /dev/full"#
        let ended = try await folder.run(["sh", "-c", command, TemporaryFolder.program])
        let problem = "warrant: cannot write the answers: No space left on device (ENOSPC)\n"
        #expect(ended == Ended(70, errors: problem))
    }

    @Test(arguments: [
        (["read", "/x"], "--batch reads its questions from a file; leave out the action"),
        (["--no-follow"], "--batch has `follow` in its lines; leave out --no-follow"),
        (
            ["--as", "root"],
            "--batch has a subject in each line; leave out --as, --pid, --unit, --container and --unit-file"
        ),
        (
            ["--pid", "1"],
            "--batch has a subject in each line; leave out --as, --pid, --unit, --container and --unit-file"
        ),
    ])
    func `A batch refuses a question on the command line`(
        arguments: [String],
        problem: String
    ) async throws {
        let ended = try await folder.run(
            [TemporaryFolder.program, "can", "--batch", "-"] + arguments
        )
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
    }

    private func batch(_ lines: String) async throws -> Ended {
        try folder.file("lines", lines)
        return try await folder.warrant("can", "--batch", "lines")
    }
}
