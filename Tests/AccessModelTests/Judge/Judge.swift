import Foundation
import Kernel
import TestSupport
import Testing

/// The program of Tests/ExecutionJudge, which asks the kernel by making the call.
enum Judge {
    /// `JUDGE_CASES` and `JUDGE_SEED` override the defaults; scripts/judge-executions sets them.
    static let cases = number("JUDGE_CASES").map(Int.init) ?? 3000
    static let seed = number("JUDGE_SEED") ?? .random(in: 0..<1_000_000)

    /// The kernel that judges, with the capabilities that this process may hand out.
    static let kernel = try? RunningKernel.running()

    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "ExecutionJudge")

    /// Returns the answer to each case, in the order of the cases.
    static func answers(to cases: [[UInt64]], in scene: Scene) async throws -> [[UInt64]] {
        try #require(getuid() == 0, "judging executions needs root, to become others")
        let folder = try TemporaryFolder()
        let lines = ([scene.numbers] + cases).map(text)
        let judged = try await runCommand(
            ["timeout", "--signal=KILL", "120", program.path()],
            input: try folder.file("cases", lines.joined(separator: "\n"))
        )
        try #require(judged.status == 0 && judged.errors.isEmpty, "it gave up: \(judged.errors)")
        let answers = judged.output.utf8.split(separator: UInt8(ascii: "\n")).map(numbers)
        try #require(answers.count == cases.count)
        return answers
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static func text(_ numbers: [UInt64]) -> String {
        numbers.map(String.init).joined(separator: " ")
    }

    private static func numbers(_ line: Substring.UTF8View) -> [UInt64] {
        line.split(separator: UInt8(ascii: " ")).compactMap { UInt64(Substring($0)) }
    }
}

extension RunningKernel {
    fileprivate static func running() throws -> RunningKernel {
        let release = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
        let last = try String(contentsOfFile: "/proc/sys/kernel/cap_last_cap", encoding: .utf8)
        let numbers = release.split(separator: ".").prefix(2).compactMap { Int($0) }
        let bit = UInt8(last.filter(\.isNumber)).flatMap(KernelCapability.init(rawValue:))
        return RunningKernel(
            version: KernelVersion(numbers[0], numbers[1]),
            last: try #require(bit)
        )
    }
}

extension KernelCapabilitySet {
    /// The capabilities that this process may hand out. In some containers root does not have all.
    static let ours: Self = {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let masks = ["CapPrm:", "CapBnd:"].map { name in
            status?.split(separator: "\n").first { $0.hasPrefix(name) }
                .flatMap { UInt64($0.dropFirst(name.count + 1), radix: 16) } ?? 0
        }
        return Self(mask: masks[0] & masks[1])
    }()
}
