import Subprocess

/// A program that exchanges lines with a test. Its input ends when this object does.
package final class TalkingProgram: Sendable {
    private let input: AsyncStream<String>.Continuation
    private let lines: AsyncStream<String>
    private let run: Task<Void, any Error>

    /// - Parameter command: The command. Its errors are part of its output.
    package init(_ command: [String]) {
        let (inputs, input) = AsyncStream<String>.makeStream()
        let (lines, said) = AsyncStream<String>.makeStream()
        self.input = input
        self.lines = lines
        run = Task {
            defer { said.finish() }
            _ = try await Subprocess.run(
                .name("env"),
                arguments: Arguments(command),
                input: .inputWriter,
                output: .sequence,
                error: .combinedWithOutput
            ) { execution in
                async let asked: Void = {
                    for await line in inputs {
                        _ = try await execution.standardInputWriter.write(line + "\n")
                    }
                    try await execution.standardInputWriter.finish()
                }()
                for try await line in execution.standardOutput.strings() { said.yield(line) }
                // The program no longer reads its input from here on.
                input.finish()
                try await asked
            }
        }
    }

    deinit { input.finish() }

    package func say(_ line: String) { input.yield(line) }

    /// Returns the next line of output, or nil after the end.
    package func line() async -> String? {
        for await line in lines { return line }
        return nil
    }

    /// Ends the program's input. Returns the rest of its output after it has ended.
    @discardableResult
    package func end() async throws -> String {
        input.finish()
        var text = ""
        while let line = await line() { text += line + "\n" }
        try await run.value
        return text
    }
}
