import ArgumentParser
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

struct Record: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Print a test of a policy, with the facts that a check of this host uses.",
        usage: "warrant record [<options>] <policy>",
        discussion: """
            Turns a host on which a policy fails into a test case. The output has the facts in the form of \
            a test, and one case that expects the result of this check. Save it beside the policy. The page \
            docs/policy-testing.md explains tests; the package has it below /usr/share/doc/warrant.

            With --unit-file, the test describes this host after systemd has made the directories of that \
            service (StateDirectory= and the like): a service need not have started for its test. Other \
            settings of the unit do not count, and users see the directories, but processes do not.

            With --coverage, the test has more cases. In each, a fact is changed so that a requirement \
            fails, or holds if it fails here. Standard error names the requirements for which it found no \
            such change.

            The output omits the content of files, other entries of directories, and the environment, except \
            for values that parameters take from it. It contains names, addresses and owners, and the machine \
            id if the policy asks about the journal. Read it before you pass it on.

            EXAMPLES
              warrant record --coverage host > host.test.yaml
              warrant record --set port=8080 web.yaml > web.test.yaml
              warrant record --unit-file web.service web.yaml > web.test.yaml

            Exits 0 if the test gives the same result as the check; 2 if it does not, because a test cannot \
            describe some fact, or if a recorded file changed meanwhile: standard error names the fact or the \
            file; 2 also if the directories of the unit file are not known; 65 if the policy is wrong, or \
            other users could write it; 66 if it or the unit file cannot be read; 70 for an internal error.
            """
    )

    @Argument(help: "A policy file, or the name of an installed policy.", completion: .policies)
    var policy: String

    @Flag(
        help:
            "Add cases: in each, a changed fact makes a requirement fail, or hold if it fails here."
    )
    var coverage = false

    @Option(
        help: ArgumentHelp(
            "Record the host with the directories that systemd makes for a service.",
            valueName: "file"
        ),
        completion: .file(extensions: ["service"])
    )
    var unitFile: String?

    @Flag(help: "Accept a policy that other users could write, with a warning on standard error.")
    var allowWritablePolicy = false

    @OptionGroup
    var parameterOptions: ParameterOptions

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.choice.settings()
        let path = try PolicyPaths.file(named: policy)
        let directories = try await directories()
        let recorded: RecordedTest
        do {
            recorded = try await RecordedTest(
                policy: path,
                settings: settings,
                after: directories,
                isCovering: coverage,
                isInstalled: path.isAbsolutePath && !policy.isAbsolutePath,
                allowWritable: allowWritablePolicy
            )
        } catch {
            complain("\(error)")
            throw ExitStatus(ofRecordThatThrew: error).code
        }
        ForeignBus.complainOf()
        try write(recorded.text)
        for warning in recorded.warnings { complain(warning.description) }
        for mismatch in recorded.mismatches { complain(Self.words(for: mismatch)) }
        for name in recorded.missedVariables { complain(Self.words(forVariable: name)) }
        if coverage, recorded.uncovered == nil {
            complain("no case was added, because the test would differ from the check")
        }
        for words in recorded.uncovered.map(Self.words) ?? [] { complain(words) }
        for path in recorded.changedPaths {
            complain("\(path.quoted) changed while it was recorded; record again".onOneLine)
        }
        let isWhole =
            recorded.mismatches.isEmpty && recorded.missedVariables.isEmpty
            && recorded.changedPaths.isEmpty
        if isWhole, recorded.report.outcome != .holds {
            let words = recorded.report.outcome == .fails ? "does not hold" : "is not known to hold"
            complain("the policy \(words) here, and the test expects that")
            let missing = recorded.report.missing.map(\.quoted).joined(separator: ", ").onOneLine
            if !missing.isEmpty {
                let help =
                    unitFile == nil
                    ? "if systemd makes it for a service, add --unit-file (for a policy about its user)"
                    : "the unit does not make it, or the requirement is not about a user"
                complain("\(missing): a file or directory is missing; \(help)")
            }
        }
        return (isWhole ? ExitStatus.holds : .undetermined).code
    }

    private func directories() async throws -> UnitDirectories? {
        guard let unitFile else { return nil }
        do {
            return try await reading(unitFile) {
                try await Host.live.directories(ofUnitFile: $0)
            }
        } catch let unknown as UnitDirectories.Unknown {
            complain(unknown.description)
            throw ExitStatus.undetermined.code
        }
    }

    private static func words(forVariable name: String) -> String {
        "the test cannot set the variable \(name.quoted), because an included policy reads it"
            .onOneLine
    }

    private static func words(for uncovered: RecordedTest.Uncovered) -> [String] {
        guard !uncovered.isCut else {
            return [
                "the policy is too large to find a case for each requirement; split it, or write the others yourself"
            ]
        }
        let gaps = uncovered.gaps.map { gap in
            let state = gap.outcome == .notApplicable ? "does not apply" : gap.outcome.rawValue
            return "found no case in which \(gap.requirement.quoted) \(state); write it yourself"
                .onOneLine
        }
        return gaps
            + uncovered.unknown.map { name in
                "\(name.quoted) is not known or does not apply here, so it lacks cases; `warrant check` shows why"
                    .onOneLine
            }
    }

    private static func words(for mismatch: TestedCase.Mismatch) -> String {
        let name = mismatch.name ?? "the policy"
        return "\(name.quoted) cannot be recorded: the check found \(mismatch.expected.quoted), "
            + "and the test finds \(mismatch.found.quoted)"
    }
}

extension ExitStatus {
    /// Makes the status of a failed recording. A wrong record is not a fault of the policy.
    init(ofRecordThatThrew error: any Error) {
        self =
            switch error {
            case is Diagnostics: .invalidPolicy
            case is UnreadablePolicy: .unreadablePolicy
            default: .fault
            }
    }
}
