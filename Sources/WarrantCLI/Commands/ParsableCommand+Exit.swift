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
        try? Output.error.write("Error: \(message.withLikelyValue.onOneLine)\(rest)\n")
        let isUsage = exitCode(for: error) == .validationFailure
        ProcessCalls.exit((isUsage ? .validationFailure : ExitStatus.fault.code).rawValue)
    }
}

extension String {
    /// The parser's message about an unknown value, with the known value that was likely meant. If none is near, all
    /// known values follow on its line. The parser lists many of them below it, one a line.
    fileprivate var withLikelyValue: String {
        guard let start = firstRange(of: "The value '"),
            let end = firstRange(of: "' is invalid for '"),
            let list = ranges(of: ". Please provide one of").last,
            start.upperBound <= end.lowerBound
        else { return self }
        let known = self[list.upperBound...]
        // The words are in quotes, or each on its line.
        let words = known.split { "'\n".contains($0) }
            .map { part in String(part.drop { " -".contains($0) }) }
            .filter { word in !word.isEmpty && word.allSatisfy { $0.isLetter || $0 == "-" } }
        let value = String(self[start.upperBound..<end.lowerBound])
        guard let likely = nearest(to: value, among: words) else {
            let line = known.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
            return "\(self[..<list.upperBound])\(line)"
        }
        return "\(self[..<list.lowerBound]); did you mean `\(likely)`?"
    }
}
