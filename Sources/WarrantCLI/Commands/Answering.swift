import ArgumentParser

/// A subcommand that is carried out where it was called.
///
/// `run()` itself is always carried out on another thread, whose making costs more than most answers.
protocol Answering: AsyncParsableCommand {
    func answer() async throws
}

extension Answering {
    func run() async throws { try await answer() }
}
