import ArgumentParser
import LinuxSystem
import Text

extension ParsableCommand {
    /// Ends the program with an error of the command line, as ``exit(withError:)`` does. That one prints arguments
    /// as they were typed, and a line end in one of them would begin a line of its own.
    static func exit(withProblem error: any Error) -> Never {
        let message = message(for: error)
        let text = "Error: \(message)"
        let all = fullMessage(for: error)
        // The help of the option and the usage, which repeat no argument, follow the message.
        let isFirst = all.utf8.starts(with: text.utf8)
        var rest =
            isFirst ? String(decoding: all.utf8.dropFirst(text.utf8.count), as: UTF8.self) : ""
        // The parser of a command alone does not know the name of the program.
        let name = configuration.commandName ?? ""
        if configuration.subcommands.isEmpty {
            rest = rest.replacing("See '\(name) --help'", with: "See 'warrant \(name) --help'")
        }
        // Where standard error is closed, the exit status is all that is left to say it.
        try? Output.error.write("Error: \(message.withListOnOneLine.onOneLine)\(rest)\n")
        let isUsage = exitCode(for: error) == .validationFailure
        ProcessCalls.exit((isUsage ? .validationFailure : ExitStatus.fault.code).rawValue)
    }
}

extension String {
    /// The parser lists the known values of an option below its message, each in a line of its own.
    fileprivate var withListOnOneLine: String {
        let parts = split(separator: ":\n  - ", maxSplits: 1)
        guard parts.count == 2 else { return self }
        return "\(parts[0]): \(parts[1].replacing("\n  - ", with: ", "))"
    }
}
