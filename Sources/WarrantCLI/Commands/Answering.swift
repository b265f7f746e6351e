import ArgumentParser
import LinuxCapabilities
import LinuxSystem
import Synchronization

/// A question whose answer may have to wait.
protocol Answering {
    /// Prints the answer.
    ///
    /// - Returns: The exit status.
    /// - Throws: The obstacle to an answer: `ValidationError` for a wrong command line, `ExitCode` if the problem is
    ///   already written to standard error.
    func answer() async throws -> ExitCode
}

/// A subcommand that answers.
protocol AnsweringCommand: ParsableCommand, Answering {}

extension AnsweringCommand {
    /// Reads a unit file of the command line by its absolute path.
    ///
    /// - Throws: `ExitCode` with the problem on standard error if it cannot be read; `ValidationError`; what else `read`
    ///   throws.
    func reading<Value>(
        _ unitFile: String,
        _ read: (_ path: String) async throws -> Value
    ) async throws -> Value {
        let path = try RelativePath.absolute(unitFile)
        do {
            return try await read(path)
        } catch let fault as UnitFileFault {
            complain("\(fault)")
        } catch let error as SystemError {
            complain("\(error)")
        }
        throw ExitStatus.unreadablePolicy.code
    }
}

/// A question that a command line often asks with words alone, or with one option more, which names the subject.
///
/// The argument parser examines the declaration of each option at each start, and the options themselves need memory.
/// Together that takes a fifth of the time of a check, and of that of a question about a unit file.
protocol PlainQuestion: Answering {
    /// - Returns: nil if the parser has to report what is wrong with the words.
    init?(plain words: [String], about subject: SubjectChoice)

    /// - Throws: `ValidationError` for values that exclude each other.
    func validate() throws
}

extension AnsweringCommand {
    /// Returns the parsed command, or nil if the arguments ask for help.
    static func parsed(_ arguments: [String]) throws -> Self? {
        documentation.store(false, ordering: .relaxed)
        defer { documentation.store(true, ordering: .relaxed) }
        return try parseAsRoot(arguments) as? Self
    }
}

/// Whether a description of a command needs its long help and its completions. A parse needs neither, and to compose
/// them takes a tenth of the time of a question.
var isDocumented: Bool { documentation.load(ordering: .relaxed) }

private let documentation = Atomic(true)
