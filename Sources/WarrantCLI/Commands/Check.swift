import ArgumentParser
import LinuxCapabilities
import LinuxPolicies
import PolicyEngine
import Procedures

struct Check: Answering {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Tell whether this host grants what some policies require, and nothing they forbid.",
        usage: "warrant check [<options>] <policy> ...",
        discussion: """
            Every requirement is looked at, at the same time, and reported in the order written: \
            ✓ it holds, ✗ it does not, ? there is no answer. Nothing is changed; a look at a \
            connection is a connection, closed at once, and can wake a socket-activated unit.

            Folders are searched for *.yaml, *.yml and *.json; *.test.yaml is left out.

            EXAMPLES
              warrant check policies/host
              warrant check --format json /etc/warrant | jq .exit

            Exits 0 when every requirement holds, 1 when one does not, 2 when one could not be \
            determined, 65 when a policy is wrong, 66 when one cannot be read.

            Under systemd use ExecStartPre=, which fails the start and shows why.
            """
    )

    @Argument(help: "Policy files, or folders of them.", completion: .file(extensions: ["yaml"]))
    var policy: [String]

    @Option(help: "How to print the report: text for people, json for programs.")
    var format: ReportFormat = .text

    @Flag(help: "Show what was looked at, also where the requirement holds.")
    var evidence = false

    @Flag(help: "Read policies that others could write, and say so in the report.")
    var allowWritablePolicy = false

    @OptionGroup(title: "Subject")
    var subjectOptions: SubjectOptions

    func answer() async throws {
        let subject = try subjectOptions.subject()
        let files = PolicyPaths.expand(policy)
        let results = await checkAll(files, subject)
        let status = ExitStatus.worst(of: results.map(\.status))
        switch format {
        case .text:
            let style = Style.ofStandardOutput
            try write(results.map { $0.text(style, evidence: evidence) }.joined(separator: "\n"))
        case .json:
            try write(try CheckJSON.encode(results, exit: status))
        }
        throw status.code
    }

    /// All at once, so that a slow policy hides no other; in the order named.
    private func checkAll(_ files: [PolicyPaths.Entry], _ subject: Subject?) async -> [CheckResult]
    {
        let loaded = files.map {
            LoadedPolicy($0, subject: subject, allowWritable: allowWritablePolicy)
        }
        let progress = Progress()
        return await progress.showing(loaded.reduce(0) { $0 + $1.count }) {
            await allStartedHere(loaded.count) { await loaded[$0].check(progress) }
        }
    }
}
