import Subprocess

/// The exit status and the output of a command.
package struct Ended: Equatable, Sendable {
    /// The exit status, or the number of the signal that killed the command.
    package let status: Int
    package let output: String
    package let errors: String

    package init(_ status: Int, output: String = "", errors: String = "") {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// Returns the output without the last line end. The command must not have failed.
    package func success(of command: [String]) throws -> String {
        guard status == 0 else {
            let line = command.joined(separator: " ")
            throw Failure(description: "`\(line)` ended with \(status): \(output)\(errors)")
        }
        let end = output.lastIndex { $0 != "\n" }
        return end.map { String(output[...$0]) } ?? ""
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}

/// Runs a command to its end. None of Swift's threads waits for it.
///
/// - Parameters:
///   - folder: The working directory; by default that of this process.
///   - environment: The whole environment; by default that of this process.
///   - input: The file for standard input. With a pipe, a command that ends early would kill this process too.
package func runCommand(
    _ command: [String],
    in folder: String = ".",
    environment: [String: String]? = nil,
    input: String? = nil
) async throws -> Ended {
    let variables = environment.map { variables in
        variables.map { (Environment.Key(stringLiteral: $0), $1) }
    }
    let reading = input.map { ["sh", "-c", "exec \"$@\" < \"$0\"", $0] } ?? []
    let whole = Configuration(
        // `env` reports a missing program by an exit status, like any other failure.
        executable: .name("env"),
        arguments: Arguments(["--chdir=\(folder)"] + reading + command),
        environment: variables.map { .custom(Dictionary(uniqueKeysWithValues: $0)) } ?? .inherit
    )
    let most = 1 << 28
    let result = try await run(whole, output: .bytes(limit: most), error: .bytes(limit: most))
    let status =
        switch result.terminationStatus {
        case .exited(let code), .signaled(let code): Int(code)
        }
    return Ended(
        status,
        output: String(decoding: result.standardOutput, as: UTF8.self),
        errors: String(decoding: result.standardError, as: UTF8.self)
    )
}
