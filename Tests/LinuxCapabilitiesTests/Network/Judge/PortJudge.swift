import Foundation
import TestSupport

/// The program of Tests/PortJudge, which asks the kernel by binding.
///
/// It holds a network of its own and sockets in it, and becomes one subject after another.
final class PortJudge {
    /// `JUDGE_CASES` and `JUDGE_SEED` say otherwise; scripts/judge-ports does.
    static let cases = number("JUDGE_CASES").map(Int.init) ?? 1500
    static let seed = number("JUDGE_SEED") ?? .random(in: 0..<1_000_000)

    /// The programs as they were built, beside the tests.
    static let builds = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    struct Failure: Error, CustomStringConvertible { let description: String }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var answers: AsyncStream<String>.Iterator
    private let ended: AsyncStream<Void>

    init() throws {
        // To wait in waitUntilExit() would keep a thread of Swift's.
        let (ended, ending) = AsyncStream<Void>.makeStream()
        self.ended = ended
        process.terminationHandler = { _ in ending.finish() }
        let (stream, continuation) = AsyncStream<String>.makeStream()
        answers = stream.makeAsyncIterator()
        process.executableURL = Self.builds.appending(path: "PortJudge")
        process.standardInput = input
        process.standardOutput = output
        // It answers a line with a line, and says nothing else.
        output.fileHandleForReading.readabilityHandler = { file in
            let line = file.availableData
            if line.isEmpty {
                file.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(String(decoding: line, as: UTF8.self))
            }
        }
        try process.run()
    }

    var pid: Int32 { process.processIdentifier }

    func ask(_ line: String) async throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        guard let answer = await answers.next(isolation: #isolation) else {
            throw Failure(description: "the judge gave up at `\(line)`; it needs root")
        }
        return answer.trimmingCharacters(in: .newlines)
    }

    func number(_ line: String) async throws -> Int32 {
        let answer = try await ask(line)
        guard let number = Int32(answer) else { throw Failure(description: "\(line): \(answer)") }
        return number
    }

    /// Returns once it has ended, and its network with it.
    func end() async throws {
        try input.fileHandleForWriting.close()
        for await _ in ended {}
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

/// Runs a command to its end, with its output in a file.
func runCommand(_ command: [String], into path: String) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle(forWritingAtPath: path)
    _ = try await process.end()
}
