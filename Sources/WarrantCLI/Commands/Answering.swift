import ArgumentParser

/// A subcommand that runs on the thread that calls it.
///
/// `run()` would run on another thread, and to create one takes longer than most answers.
protocol Answering: AsyncParsableCommand {
    /// Prints the answer.
    ///
    /// - Returns: The exit status.
    /// - Throws: The obstacle to an answer: `ValidationError` for a wrong command line, `ExitCode` if the problem is
    ///   already written to standard error.
    func answer() async throws -> ExitCode
}

extension Answering {
    /// Returns the parsed command, or nil if the arguments ask for help.
    static func parsed(_ arguments: [String]) throws -> Self? {
        try parseAsRoot(arguments) as? Self
    }
}
