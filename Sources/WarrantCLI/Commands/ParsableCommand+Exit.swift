import ArgumentParser
import LinuxSystem
import Text

extension ParsableCommand {
    /// Ends the program with an error of the command line. Unlike ``exit(withError:)``, it does not print arguments as
    /// they were typed: a line end in an argument would start a new line of output.
    static func exit(withProblem error: any Error) -> Never {
        let message = message(for: error)
        let text = "Error: \(message)"
        let all = fullMessage(for: error)
        // The help of the option and the usage follow the message. They repeat no argument.
        let isFirst = all.utf8.starts(with: text.utf8)
        var rest =
            isFirst ? String(decoding: all.utf8.dropFirst(text.utf8.count), as: UTF8.self) : ""
        // The parser of a single command does not know the name of the program.
        let name = configuration.commandName ?? ""
        if configuration.subcommands.isEmpty {
            rest = rest.replacing("See '\(name) --help'", with: "See 'warrant \(name) --help'")
        }
        // If standard error is closed, only the exit status reports the error.
        try? Output.error.write("Error: \(message.withListOnOneLine.onOneLine)\(rest)\n")
        let isUsage = exitCode(for: error) == .validationFailure
        ProcessCalls.exit((isUsage ? .validationFailure : ExitStatus.fault.code).rawValue)
    }
}

extension String {
    /// The message with the known values of an option on its line. The parser lists them below it, one a line.
    fileprivate var withListOnOneLine: String {
        let parts = split(separator: ":\n  - ", maxSplits: 1)
        guard parts.count == 2 else { return self }
        return "\(parts[0]): \(parts[1].replacing("\n  - ", with: ", "))"
    }
}
