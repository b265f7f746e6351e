import Foundation
import Glibc
import Kernel
import LinuxSystem
import ServiceModel
import TestSupport
import Testing

/// Filters that processes have loaded, with the kernel as judge.
@Suite(.timeLimit(.minutes(5))) struct `The seccomp filters of a process` {
    private static let judge = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "SeccompJudge").path()

    /// Starts a process under some filters, for its calls or as a command.
    private func withFilters<Found>(
        _ filters: [[FilterInstruction]],
        _ command: [String] = [],
        _ body: (Int32, TalkingProgram) async throws -> Found
    ) async throws -> Found {
        let folder = try TemporaryFolder()
        let lines = filters.map { filter in
            filter.map { "\($0.code) \($0.skipIfTrue) \($0.skipIfFalse) \($0.operand)" }
                .joined(separator: " ")
        }
        try folder.file("filters", lines.map { $0 + "\n" }.joined())
        // The shell becomes the judge.
        let program = TalkingProgram(
            ["sh", "-c", "echo $$; exec \"$@\"", "sh", Self.judge, folder.path(of: "filters")]
                + command
        )
        let pid = try #require(await program.line().flatMap { Int32($0) })
        if command.isEmpty { #expect(await program.line() == "ready") }
        let found = try await body(pid, program)
        try await program.end()
        return found
    }

    /// The kernel's own result of one of the actions.
    private func results(_ action: FilterAction) -> String {
        switch action {
        // Without a tracer and a supervisor, the call fails as one that does not exist.
        case .permits, .asksTracer, .asksSupervisor: "\(ENOSYS)"
        case .fails(let code): "\(code.rawValue)"
        case .signals, .endsThread, .endsProcess: "-\(SIGSYS)"
        }
    }

    @Test func `Random filters do for random calls what their model does`() async throws {
        try await withFreshSeed { seed in
            var random = SplitMix(seed: seed)
            var (exact, partial, unknown) = (0, 0, 0)
            for _ in 0..<60 {
                let count = Int.random(in: 1...4, using: &random)
                let filters = (0..<count).map { _ in RandomFilter(&random).instructions }
                let loaded = LoadedFilters(filters)
                let calls = (0..<40).map { _ in
                    (0..<6).map { _ in
                        UInt64(RandomFilter.value(&random))
                            | UInt64(RandomFilter.value(&random)) << 32
                    }
                }
                let (read, results) = try await withFilters(filters) { pid, program in
                    let read = try ProcessHandle(pid: pid).filters()
                    var results: [String] = []
                    for call in calls {
                        let words = call.map { "\($0)" }.joined(separator: " ")
                        program.say("\(RandomFilter.number) \(words)")
                        results.append(await program.line() ?? "ended")
                    }
                    return (read, results)
                }
                #expect(read == filters, "seed \(seed)")
                for (call, result) in zip(calls, results) {
                    let halves = call.map {
                        (UInt32(truncatingIfNeeded: $0), UInt32(truncatingIfNeeded: $0 >> 32))
                    }
                    let all = arguments(halves) { _ in true }
                    let whole = FilteredCall(RandomFilter.number, arguments: all)
                    let found = loaded.actions(on: whole)?.map(self.results)
                    #expect(found == [result], "seed \(seed): \(filters) \(call)")
                    exact += 1
                    let some = arguments(halves) { _ in Bool.random(using: &random) }
                    let part = FilteredCall(RandomFilter.number, arguments: some)
                    guard let possible = loaded.actions(on: part) else {
                        unknown += 1
                        continue
                    }
                    #expect(possible.map(self.results).contains(result), "seed \(seed): \(filters)")
                    partial += 1
                }
            }
            print("filters: \(exact) calls, \(partial) known in part, \(unknown) not known")
            #expect(partial > unknown)
        }
    }

    private func arguments(
        _ halves: [(low: UInt32, high: UInt32)],
        isKnown: (UInt32) -> Bool
    ) -> [Int: FilteredCall.Argument] {
        let all = halves.enumerated().map { index, half in
            let low = isKnown(half.low) ? half.low : nil
            return (
                index, FilteredCall.Argument(low: low, high: isKnown(half.high) ? half.high : nil)
            )
        }
        return Dictionary(uniqueKeysWithValues: all)
    }

    private static let permits = [FilterInstruction(0x06, 0x7FFF_0000)]

    @Test func `They are not known if threads have different ones`() async throws {
        try await withFilters([Self.permits], ["thread"]) { pid, program in
            program.say("ready")
            #expect(await program.line() == "ready")
            let error = #expect(throws: SystemError.self) {
                try ProcessHandle(pid: pid).filters()
            }
            #expect(error?.remedy == "its threads have different filters")
        }
    }

    @Test func `A stopped process is still stopped after a look`() async throws {
        try await withFilters([Self.permits, Self.permits]) { pid, program in
            kill(pid, SIGSTOP)
            var info = unsafe siginfo_t()
            // SAFETY: the call writes the one struct.
            unsafe waitid(P_PID, id_t(pid), &info, WSTOPPED | WNOWAIT)
            #expect(try ProcessHandle(pid: pid).filters() == [Self.permits, Self.permits])
            var isStopped = false
            for _ in 0..<100_000 where !isStopped {
                let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
                isStopped = status.contains("T (stopped)")
            }
            #expect(isStopped)
            kill(pid, SIGCONT)
            program.say("\(RandomFilter.number)")
            #expect(await program.line() == "\(ENOSYS)")
        }
    }

    @Test func `A process without filters is not stopped`() async throws {
        try await withChild(["cat"]) { child in
            let filters = try ProcessHandle(pid: child.pid).filters()
            #expect(filters == [])
        }
    }
}
