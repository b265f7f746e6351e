import Foundation
import TestSupport

/// The program of Tests/PortJudge, which asks the kernel by making the bind.
///
/// It holds its own network with sockets, and takes on the credentials of one subject after another.
final class PortJudge {
    /// `JUDGE_CASES` and `JUDGE_SEED` override the defaults; scripts/judge-ports sets them.
    static let cases = number("JUDGE_CASES").map(Int.init) ?? 1500
    static let seed = number("JUDGE_SEED") ?? .random(in: 0..<1_000_000)

    /// The directory of the built programs, beside the tests.
    static let builds = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    struct Failure: Error, CustomStringConvertible { let description: String }

    let pid: Int32
    private let program: TalkingProgram

    init() async throws {
        let path = Self.builds.appending(path: "PortJudge").path()
        program = TalkingProgram(["sh", "-c", "echo $$ && exec \"$0\"", path])
        pid = Int32(await program.line() ?? "") ?? 0
    }

    /// Sends a line and returns the answer. The judge answers each line with one line and prints nothing else.
    func ask(_ line: String) async throws -> String {
        program.say(line)
        guard let answer = await program.line() else {
            throw Failure(description: "the judge gave up at `\(line)`; it needs root")
        }
        return answer
    }

    func number(_ line: String) async throws -> Int32 {
        let answer = try await ask(line)
        guard let number = Int32(answer) else { throw Failure(description: "\(line): \(answer)") }
        return number
    }

    /// Returns after the judge and its network have ended.
    func end() async throws { try await program.end() }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
