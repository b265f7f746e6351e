public import Procedures
import Subprocess
import SystemPackage
import Text

/// A procedure that runs another program, and ends when that does.
///
/// ```swift
/// let dump = Command("/usr/bin/pg_dump", ["--format=custom", "--file=/srv/shop.dump", "shop"])
///     .condition(AuthorizedFor(FileAccess(.create(.file), "/srv/shop.dump")))
/// ```
///
/// No shell takes part. The program has a session of its own, inherits no descriptor besides the standard ones, and
/// reads nothing from standard input. No thread of Swift's waits for it. It starts from one thread of swift-subprocess,
/// which is made for the first command: kernel capabilities that another thread has raised or dropped since then do not
/// count for it.
///
/// When the procedure is cancelled, the program and the processes of its group get `SIGTERM`, and `SIGKILL` when the
/// grace is over.
public struct Command: ProcedureConvertible {
    /// The output of the program. Bytes that are not UTF-8 are replaced by U+FFFD.
    public struct Output: Hashable, Sendable {
        public let standardOutput: String
        public let standardError: String
    }

    public let procedure: Procedure<Output>

    /// - Parameters:
    ///   - program: A path; a name without `/` is searched for in the `PATH` of `environment`. A process with more
    ///     privilege than its caller should give an absolute path.
    ///   - environment: The whole environment of the program; nil for that of this process.
    ///   - folder: Its working directory, from which a relative `program` starts; nil for that of this process.
    ///   - limit: The most bytes that it may write to each of its outputs.
    ///   - grace: The time between `SIGTERM` and `SIGKILL`.
    /// - Throws, when it runs: ``CommandFailure`` when the program ends with another status than 0 or by a signal, or
    ///   when a text has a NUL byte; `CancellationError` when that follows a cancellation; `SubprocessError` when it
    ///   cannot be started, or writes more than the limit.
    public init(
        _ program: String,
        _ arguments: [String] = [],
        environment: [String: String]? = nil,
        in folder: String? = nil,
        outputLimit limit: Int = 1 << 20,
        grace: Duration = .seconds(5)
    ) {
        let executable: Executable =
            program.utf8.contains(UInt8(ascii: "/")) ? .path(FilePath(program)) : .name(program)
        let variables = environment.map { variables in
            Environment.custom(
                Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) })
            )
        }
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: grace)
        ]
        let configuration = Configuration(
            executable: executable,
            arguments: Arguments(arguments),
            environment: variables ?? .inherit,
            workingDirectory: folder.map { FilePath($0) },
            platformOptions: options
        )
        let hasNUL = ([program] + arguments + [folder ?? ""]).contains { $0.utf8.contains(0) }
        procedure = Procedure(program) {
            guard !hasNUL else { throw CommandFailure(program: program) }
            let result = try await Subprocess.run(
                configuration,
                output: .bytes(limit: limit),
                error: .bytes(limit: limit)
            )
            let output = Output(
                standardOutput: String(decoding: result.standardOutput, as: UTF8.self),
                standardError: String(decoding: result.standardError, as: UTF8.self)
            )
            guard !result.terminationStatus.isSuccess else { return output }
            try Task.checkCancellation()
            throw CommandFailure(program: program, result.terminationStatus, output)
        }
    }
}

/// A program ended with another status than 0, or by a signal.
public struct CommandFailure: Error, Hashable, Sendable {
    public enum Status: Hashable, Sendable {
        case exited(Int32)
        /// The number of the signal; see signal(7).
        case killed(Int32)
        /// The program was not run: its name, an argument or its directory has a NUL byte, and would end there.
        case hasNUL
    }

    public let program: String
    public let status: Status
    public let output: Command.Output

    fileprivate init(program: String) {
        self.program = program
        status = .hasNUL
        output = Command.Output(standardOutput: "", standardError: "")
    }

    fileprivate init(program: String, _ status: TerminationStatus, _ output: Command.Output) {
        self.program = program
        self.output = output
        self.status =
            switch status {
            case .exited(let code): .exited(code)
            case .signaled(let number): .killed(number)
            }
    }
}

extension CommandFailure: CustomStringConvertible {
    /// One line with the last line that the program wrote to standard error.
    public var description: String {
        let end =
            switch status {
            case .exited(let code): "exited with \(code)"
            case .killed(let number): "was killed by signal \(number)"
            case .hasNUL: "was not run: an argument has a NUL byte"
            }
        let last =
            output.standardError.split(whereSeparator: \.isNewline).last
            .map { ": \($0.prefix(500))" } ?? ""
        return "`\(program)` \(end)\(last)".onOneLine
    }
}
