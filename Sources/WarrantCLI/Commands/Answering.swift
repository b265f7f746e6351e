import ArgumentParser

/// A subcommand that is carried out where it was called.
///
/// `run()` would be carried out on another thread, and to make one takes longer than most answers.
protocol Answering: AsyncParsableCommand {
    /// Prints what was asked for.
    ///
    /// - Returns: The exit status.
    /// - Throws: What keeps it from an answer: `ValidationError` for a command line that is wrong, `ExitCode` once
    ///   the problem stands on standard error.
    func answer() async throws -> ExitCode
}

extension Answering {
    /// Nil where the arguments ask for help.
    static func parsed(_ arguments: [String]) throws -> Self? {
        try parseAsRoot(arguments) as? Self
    }
}
