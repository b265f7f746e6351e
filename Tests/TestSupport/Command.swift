import Subprocess

/// How a command ended, and what it wrote.
package struct Ended: Equatable, Sendable {
    /// Its exit status, or the number of the signal that killed it.
    package let status: Int
    package let output: String
    package let errors: String

    package init(_ status: Int, output: String = "", errors: String = "") {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// What it has written, without the end of the last line; it must not have failed.
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

/// Runs a command to its end, which none of Swift's threads waits for.
///
/// - Parameters:
///   - folder: Where it begins; where this process is, unless told otherwise.
///   - environment: All of its environment; that of this process unless told otherwise.
///   - input: The file that it reads as its standard input: to a pipe, what ends early would end this process too.
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
        // Which tells of a program that there is not by a status, like any other.
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
