import ArgumentParser
import Policies

struct CheckCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        _superCommandName: "warrant",
        abstract:
            "Check that this host grants what policies require, and nothing that they forbid.",
        usage: "warrant check [<options>] <policy> ...",
        discussion: """
            Checks all requirements at the same time, and reports them in the order of the file: \
            ✓ holds, ✗ does not hold, ? not known, ! advice that does not hold, or a warning. A check changes nothing. To check a connection, it \
            opens one and closes it at once, which can wake a socket-activated unit.

            --as, --pid, --unit, --container and --unit-file replace the subject of a policy and of the \
            policies that it includes. They do not replace the `as` of a requirement. The report names the subject if it is not the \
            subject of the policy.

            In folders, it checks *.yaml, *.yml and *.json, but not *.test.yaml. `-` is standard input. \
            A name without `/` that is not a file in the working directory is an installed policy: NAME, \
            NAME.yaml, NAME.yml or NAME.json in /etc/warrant, or else in /usr/share/warrant/policies.

            --set-unit tries a setting of the unit. With --changes, the report shows only the requirements \
            whose answer the setting changes.

            With --probe, systemd also starts this program with the settings of the service, in a unit of its \
            own, and the report shows the answers from there that differ. Only root can ask for it.

            With --authorize, it requests missing permissions in the order of the file, and announces each \
            request on standard error. `confirm` asks a person, `action` asks a polkit agent, `unit` starts \
            or stops the unit, and `connect` waits for the network. If a requirement fails that no \
            request can repair, it requests nothing. It stops after the first request that fails. It \
            makes no request for `forbid`, `not`, `when` or advice.

            EXAMPLES
              warrant check host
              warrant check --only failures policies
              warrant check --authorize --within 1m deploy.yaml
              warrant check --set port=8080 web.yaml
              warrant check --unit-file a.service --set-unit User=web --changes a.yaml
              warrant check --unit a.service --restarted --probe a.yaml
              warrant check --format json /etc/warrant | jq .exit

            Exits 0 if every requirement holds, 1 if one does not, 2 if one is not known, 65 if a policy is \
            wrong, 66 if a policy cannot be read. With --format nagios it exits as a monitoring plugin: 0 OK, \
            1 WARNING for advice, 2 CRITICAL, 3 UNKNOWN.

            In a unit, use ExecStartPre=: if the check fails, the unit does not start, and the log shows why.
            """
    )

    @Argument(
        help: "Policy files, folders of them, names of installed policies, or `-`.",
        completion: .policies
    )
    var policy: [String]

    @Option(
        help: "The output format: text for people; the others are for programs."
    )
    var format: CheckFormat = .text

    @Option(
        help: ArgumentHelp(
            "Show only the requirements that fail or are not known (text and json).",
            valueName: "failures"
        )
    )
    var only: OnlyFindings?

    @Flag(
        help: "With --set-unit: show only the requirements whose answer it changes (text and json)."
    )
    var changes = false

    @Flag(help: "Also ask in a unit of systemd with the settings of the service (text and json).")
    var probe = false

    @Flag(help: "Show the evidence for every requirement, even if it holds.")
    var evidence = false

    @Flag(help: "Report a yes that rests on an assumption as not known.")
    var strict = false

    @Flag(help: "Accept policies that other users could write, with a warning in the report.")
    var allowWritablePolicy = false

    @Flag(help: "Request missing permissions before the report: from a person, polkit or systemd.")
    var authorize = false

    @Option(
        help: ArgumentHelp(
            "With --authorize: the time limit of each request (5m).",
            valueName: "duration"
        )
    )
    var within: String?

    @OptionGroup
    var parameterOptions: ParameterOptions

    @OptionGroup(title: "Subject")
    var subjectOptions: SubjectOptions

    var choice: Check {
        Check(
            policy: policy,
            format: format,
            only: only,
            changes: changes,
            probe: probe,
            evidence: evidence,
            strict: strict,
            allowWritablePolicy: allowWritablePolicy,
            authorize: authorize,
            within: within,
            parameterChoice: parameterOptions.choice,
            subjectChoice: subjectOptions.choice
        )
    }

    func validate() throws { try choice.validate() }

    func answer() async throws -> ExitCode { try await choice.answer() }
}
