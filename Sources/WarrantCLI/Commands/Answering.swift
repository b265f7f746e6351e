import ArgumentParser

/// A subcommand that is carried out where it was called.
///
/// `run()` itself is always carried out on another thread, whose making costs more than most answers.
protocol Answering: AsyncParsableCommand {
    func answer() async throws
}

extension Answering {
    /// Nil where the arguments ask for help.
    static func parsed(_ arguments: [String]) throws -> Self? {
        try parseAsRoot(arguments) as? Self
    }

    func run() async throws { try await answer() }
}
