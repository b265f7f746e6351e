import ArgumentParser
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import Text

struct Harden: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "harden",
        abstract: "Print the tightest settings of a unit under which a policy holds.",
        usage: """
            warrant harden [<options>] --unit-file <path> <policy>
            warrant harden [<options>] --unit <name> <policy>
            """,
        discussion: """
            Prints a drop-in. Save it as zz-harden.conf, which comes after the other drop-ins. An existing file \
            of this name is ignored, because the new one replaces it. With its settings, every `require` of the \
            policy holds for the service, and every `forbid` is denied. Each setting has a comment with its reason: its effect, or the \
            requirement that needs it. The settings are verified: all requirements are checked again for the \
            service with the drop-in. A policy must name everything that the service needs. It says nothing \
            about system calls and memory, so settings about them are comments.

            It also lists surplus: uses of some well-known files, ports and kernel capabilities that the \
            service may still make, and that the policy does not require. --baseline reads the surplus of an \
            earlier report in JSON, and fails if there is more. Uses that are not known are listed separately.

            With --probe, systemd also starts this program with the settings, in a unit of its own, and each \
            requirement is asked there. Only root can ask for it.

            The forms docker, compose and kubernetes have the part of the settings that such containers \
            know. They are derived, and not verified.

            EXAMPLES
              warrant harden --unit-file web.service web.yaml > zz-harden.conf
              warrant harden --format json --unit-file web.service web.yaml > surplus.json
              warrant harden --baseline surplus.json --unit-file web.service web.yaml

            Exits 0 if the settings are verified; 1 if a requirement does not hold with any of them, or if \
            there is more surplus than in the baseline; 2 if it is not known whether a requirement holds or whether there is \
            more surplus, or if the service does not start; 65 if the policy is wrong; 66 if it or the baseline cannot be read.
            """
    )

    @Argument(help: "A policy file, or the name of an installed policy.", completion: .policies)
    var policy: String

    @Option(
        help: ArgumentHelp("Harden the service of a unit file.", valueName: "path"),
        completion: .file(extensions: ["service"])
    )
    var unitFile: String?

    @Option(
        help: ArgumentHelp(
            "Harden a service of this host, as systemd has loaded it.",
            valueName: "name"
        ),
        completion: .services
    )
    var unit: String?

    @Option(
        help: ArgumentHelp(
            "The command that the policy is about, for example ExecStartPre:2 (ExecStart).",
            valueName: "name"
        ),
        completion: .commands
    )
    var command: String?

    @Option(
        help: ArgumentHelp(
            "With --unit-file: the version of systemd, for example \"252 -BPF_FRAMEWORK\" (the running one).",
            valueName: "version"
        )
    )
    var systemdVersion: String?

    @Option(help: "The output format: systemd is a drop-in; json is for programs.")
    var format: HardenFormat = .systemd

    @Option(
        help: ArgumentHelp("A report in JSON, whose surplus must not grow.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var baseline: String?

    @Flag(help: "Also verify the settings in a unit of systemd that has them.")
    var probe = false

    @Flag(help: "Accept a policy that other users could write, with a warning on standard error.")
    var allowWritablePolicy = false

    @OptionGroup
    var parameterOptions: ParameterOptions

    func validate() throws {
        guard (unitFile == nil) != (unit == nil) else {
            throw ValidationError("name one service, by --unit-file or by --unit")
        }
        guard !probe || systemdVersion == nil else {
            throw ValidationError("--probe asks the running systemd; leave out --systemd-version")
        }
        guard systemdVersion == nil || unitFile != nil else {
            throw ValidationError(SubjectChoice.needlessVersion)
        }
    }

    func answer() async throws -> ExitCode {
        let settings = try parameterOptions.choice.settings()
        let known = try baseline.map(HardenBaseline.init(path:))
        let path = try PolicyPaths.file(named: policy)
        let hardening: Hardening
        let aboutReader: PolicyAboutReader
        do {
            let source = try PolicySource(
                .path(path),
                settings: settings,
                allowWritable: allowWritablePolicy
            )
            let bound = try source.policy(about: try subject(), in: .linux)
            for warning in try source.warnings(of: bound) { complain(warning.description) }
            aboutReader = source.aboutReader
            hardening = try await Hardening(of: source, for: try subject())
        } catch let problems as Diagnostics {
            try? Output.error.write(problems.description + "\n")
            throw ExitStatus.invalidPolicy.code
        } catch let problem as UnreadablePolicy {
            complain(problem.description)
            throw ExitStatus.unreadablePolicy.code
        } catch let problem as SystemError {
            complain("\(unitFile ?? unit ?? ""): \(problem)")
            throw ExitStatus.undetermined.code
        } catch let problem as BusFailure {
            complain("\(unitFile ?? unit ?? ""): \(problem)")
            throw ExitStatus.undetermined.code
        }
        if let problem = hardening.problem {
            complain("\(problem.object) \(problem.message)")
            throw ExitStatus.undetermined.code
        }
        var probed: ProbeReport?
        if probe, let (hardened, found, host) = hardening.verified {
            probed = try await ProbeReport(
                aboutReader,
                found,
                for: hardened,
                on: host,
                strict: false
            )
        }
        let report = HardenReport(
            hardening,
            policy: path,
            unit: unitFile ?? unit ?? "",
            known,
            probed
        )
        try write(try report.text(format))
        for line in report.warnings + report.complaints { complain(line) }
        return report.status.code
    }

    private func subject() throws -> Subject {
        let start = UnitStart(command: command, systemdVersion: systemdVersion)
        if let unit, let problem = SystemdUnit(unit).invalidName { throw ValidationError(problem) }
        let subject: Subject
        if let unitFile {
            let path = try RelativePath.absolute(unitFile)
            subject = .unitFile(path, start)
        } else {
            subject = .restartedUnit(unit ?? "", start)
        }
        if let problem = subject.problem {
            throw ValidationError("\((unitFile ?? unit ?? "").quoted) \(problem)")
        }
        return subject
    }
}
