import ArgumentParser
import LinuxSystem
import PolicyLanguage

/// The program `warrant`: parses arguments, asks the libraries, prints, and chooses an exit status.
@main
struct WarrantProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "warrant",
        abstract: "Find out what this system permits, and why.",
        discussion: """
            A check changes nothing. The manual page warrant(1) describes all commands, and \
            warrant-policy(5) describes policies. Start with:

              warrant check host              does this host grant what a policy requires?
              warrant can read /etc/shadow    may I, and if not, what refuses it?
              warrant who-can read /srv/x     which users of this host may?
              warrant lint web.yaml           which mistakes does my policy have?
              warrant show web.yaml           what does it require, with its includes?
              warrant compare a.yaml b.yaml   does b demand at least as much as a?
              warrant record web.yaml         a test that describes this host
              warrant test web.yaml           do policies give the results tests expect?
              warrant harden --unit-file a.service web.yaml
                                              the tightest settings of a unit
              warrant new service shop        a policy to start from
              warrant schema                  the JSON Schema of a policy, for editors

            EXIT STATUS
              0    every requirement holds
              1    at least one does not
              2    none is denied, but one is not known, or no requirement applied
              64   the command line is wrong
              65   a policy is wrong, requires nothing, or could be written by other users
              66   a policy cannot be read
              70   internal error in Warrant
            """,
        version: ProgramVersion.current,
        subcommands: Command.allCases.map(\.type)
    )

    private enum Command: String, CaseIterable {
        case check, can
        case whoCan = "who-can"
        case lint, show, compare, test, record, harden, new, schema

        /// Makes the question without the parser, where that is possible and the arguments are valid.
        func plain(_ arguments: [String]) -> (any Answering)? {
            guard let (words, subject) = SubjectChoice.split(arguments) else { return nil }
            let question: (any PlainQuestion)? =
                switch self {
                case .check: Check(plain: words, about: subject)
                case .can: Can(plain: words, about: subject)
                default: nil
                }
            // Nothing is lost: the parser validates the same arguments again, and reports the error.
            return (try? question?.validate()) == nil ? nil : question
        }

        /// The runtime looks up each type that is named as an `AnsweringCommand`. A list would look up all of them.
        var type: any AnsweringCommand.Type {
            switch self {
            case .check: CheckCommand.self
            case .can: CanCommand.self
            case .whoCan: WhoCanCommand.self
            case .lint: Lint.self
            case .show: Show.self
            case .compare: Compare.self
            case .test: TestCommand.self
            case .record: Record.self
            case .harden: Harden.self
            case .new: New.self
            case .schema: SchemaCommand.self
            }
        }
    }

    /// Parses the command that comes first with its own parser. The root's parser would split the arguments again,
    /// which takes longer than a check. Arguments that this parser cannot read are left to the root, which reports the
    /// error.
    private static func named(_ arguments: [String]) -> (any Answering)? {
        guard arguments.count > 1, let command = Command(rawValue: arguments[1]) else { return nil }
        let rest = Array(arguments.dropFirst(2))
        return command.plain(rest) ?? (try? command.type.parsed(rest))
    }

    /// Refuses an unknown command. If `--help` follows one, the parser would print the program's help and succeed.
    private static func refuseUnknown(_ arguments: [String]) throws {
        let named = arguments.dropFirst().drop { $0 == "help" }
        guard let command = named.first, !command.hasPrefix("-"),
            Command(rawValue: command) == nil
        else { return }
        let help = advice(for: command, among: Command.allCases.map(\.rawValue))
        throw ValidationError("unknown command \(command.quoted); \(help)")
    }

    static func main() {
        ProcessFloor.reserveStandardDescriptors()
        ProcessFloor.unblockSignals()
        ProcessFloor.ignoreFileSizeSignal()
        ProcessFloor.shareHeaps()
        if let problem = ProgramFloor.problem {
            complain(problem)
            ProcessCalls.exit(ExitStatus.fault.rawValue)
        }
        // Swift reads the arguments from /proc. Without them, the program would print its help, and the exit status 0
        // would be read as `authorized`.
        guard !CommandLine.arguments.isEmpty else {
            complain("cannot read its own arguments; mount proc(5) at /proc")
            exit(withError: ExitStatus.fault.code)
        }
        if let number = ProcessFloor.repairedArgument {
            complain(
                "argument \(number) is not UTF-8, and would name another file; "
                    + "rename the file, or let `can` ask about a symbolic link to it"
            )
            exit(withError: ExitCode.validationFailure)
        }
        ProgramExecutor.run { await answer() }
    }

    private static func answer() async -> Never {
        do {
            if let command = named(CommandLine.arguments) {
                ProcessCalls.exit(try await command.answer().rawValue)
            }
            try refuseUnknown(CommandLine.arguments)
            var command = try parseAsRoot()
            guard let answering = command as? any Answering else {
                try command.run()
                ProcessCalls.exit(ExitCode.success.rawValue)
            }
            ProcessCalls.exit(try await answering.answer().rawValue)
        } catch let code as ExitCode {
            // `exit(withError:)` composes the whole help before it examines the error.
            ProcessCalls.exit(code.rawValue)
        } catch  where exitCode(for: error) == .success {
            exit(withError: error)
        } catch {
            let (command, problem) = explained(error, CommandLine.arguments)
            command.exit(withProblem: problem)
        }
    }

    /// Returns the error in the arguments, and the command whose usage is printed below it.
    private static func explained(
        _ error: any Error,
        _ arguments: [String]
    ) -> (command: any ParsableCommand.Type, problem: any Error) {
        guard exitCode(for: error) == .validationFailure, arguments.count > 1,
            let command = Command(rawValue: arguments[1])?.type
        else { return (Self.self, error) }
        let foreign = ForeignOption(of: arguments[1], among: arguments.dropFirst(2))
        if let foreign { return (command, foreign.problem(in: arguments[1])) }
        return error is ValidationError ? (command, error) : (Self.self, error)
    }
}
