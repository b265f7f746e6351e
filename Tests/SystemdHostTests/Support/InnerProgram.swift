import Foundation

/// A program in the host that is talked to by lines, and ends when its input does.
final class InnerProgram {
    private let process = Process()
    private let input = Pipe()
    private var lines: AsyncStream<String>.Iterator

    init(_ command: [String], on systemd: SystemdHost) throws {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        lines = stream.makeAsyncIterator()
        (process.executableURL, process.arguments) = systemd.command(command)
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { file in
            let text = String(decoding: file.availableData, as: UTF8.self)
            guard !text.isEmpty else {
                file.readabilityHandler = nil
                return continuation.finish()
            }
            for line in text.split(separator: "\n") { continuation.yield(String(line)) }
        }
        try process.run()
    }

    func say(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The next thing that it says; nil once it has ended.
    func line() async -> String? { await lines.next(isolation: #isolation) }

    /// Returns once it has said its last.
    func end() async throws {
        try input.fileHandleForWriting.close()
        while await line() != nil {}
    }
}
