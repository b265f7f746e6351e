import Procedures
import TestSupport
import Testing
import WarrantObservability
import WarrantTesting

@Suite struct `A profiling observer` {
    let clock = ManualClock()

    /// What python3 reads of a trace: a line each, sorted by track and time.
    private func read(_ trace: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        _ = try folder.file("trace.json", trace)
        // It fails where an event is not as the trace event format has it, or where slices of a track overlap.
        let program = """
            import json
            trace = json.load(open("trace.json", encoding="utf-8"))
            names, ends, lines = {}, {}, []
            for event in trace["traceEvents"]:
                assert event["ph"] in ("X", "M") and event["pid"] == 1 and event["tid"] > 0
                if event["ph"] == "M":
                    assert event["name"] == "thread_name"
                    names[event["tid"]] = event["args"]["name"]
                    continue
                start, end = event["ts"], event["ts"] + event["dur"]
                assert start >= 0 and event["dur"] >= 0
                stack = ends.setdefault(event["tid"], [])
                while stack and stack[-1] <= start: stack.pop()
                assert not stack or end <= stack[-1] + 0.001, event
                stack.append(end)
                result = event.get("args", {}).get("result", "")
                track, name = names[event["tid"]], event["name"]
                lines.append((track, start, -event["dur"], event["cat"] == "phase", name, result))
            for track, start, duration, _, name, result in sorted(lines):
                print(repr(track), repr(name), start, -duration, result)
            print("forgotten", trace["otherData"]["forgotten"])
            """
        let command = ["python3", "-c", program]
        let output = try await runCommand(command, in: folder.path).success(of: command)
        return output.split(separator: "\n").map(String.init)
    }

    @Test func `A trace shows waits, conditions and work on the track of a procedure`() async throws
    {
        let profile = ProfilingObserver(clock: clock)
        let queue = ProcedureQueue(width: 1, observers: [profile])
        let (begun, latch) = (Latch(), Latch())
        let first = queue.enqueue(
            Procedure("first") {
                begun.open()
                await latch.wait()
            }
        )
        await begun.wait()
        let second = queue.enqueue(
            Procedure("second") { [clock] in clock.advance(by: .milliseconds(4)) }
                .condition(
                    BlockCondition("room") { [clock] in
                        clock.advance(by: .nanoseconds(2_500))
                        return true
                    }
                )
        )
        clock.advance(by: .milliseconds(1))
        latch.open()
        _ = try await first.outcome()
        _ = try await second.outcome()

        #expect(
            try await read(profile.trace) == [
                "'first' 'first' 0.0 1000.0 succeeded",
                "'first' 'executing' 0.0 1000.0 ",
                "'second' 'second' 0.0 5002.5 succeeded",
                "'second' 'waiting' 0.0 1000.0 ",
                "'second' 'room' 1000.0 2.5 satisfied",
                "'second' 'executing' 1002.5 4000.0 ",
                "forgotten 0",
            ]
        )
    }

    @Test func `Procedures of one name that run at once have a track each`() async throws {
        let profile = ProfilingObserver(clock: clock)
        let queue = ProcedureQueue(observers: [profile])
        let latch = Latch()
        let handles = (0..<2).map { _ in queue.enqueue(Procedure("work") { await latch.wait() }) }
        clock.advance(by: .seconds(1))
        latch.open()
        for handle in handles { _ = try await handle.outcome() }
        _ = await queue.run(Procedure("work") {})

        let tracks = Set(try await read(profile.trace).map { $0.prefix { $0 != ")" } })
        #expect(tracks.contains { $0.hasPrefix("'work (2") })
        #expect(!tracks.contains { $0.hasPrefix("'work (3") })
    }

    @Test(arguments: [
        "quote \" and backslash \\", "line\nfeed\ttab", "nul \0 and escape \u{1b}[31m",
        "\u{202e}right to left", "naïve 🚒", "</script>", "", "]},",
    ])
    func `A trace is valid JSON whatever the names are`(name: String) async throws {
        let profile = ProfilingObserver(clock: clock)
        let work = Procedure(name) {}.condition(Answer(name: name, result: .satisfied))

        _ = await ProcedureQueue(observers: [profile]).run(work)

        let lines = try await read(profile.trace)
        #expect(lines.count == 4)
        let bytes = name.utf8.map { "\($0)" }.joined(separator: ", ")
        let command = [
            "python3", "-c", "import sys; print(repr(bytes([\(bytes)]).decode()))",
        ]
        let quoted = try await runCommand(command).success(of: command)
        #expect(lines.filter { $0.hasPrefix("\(quoted) \(quoted) ") }.count == 2)
    }

    @Test func `A trace keeps the last slices up to its limit`() async throws {
        let profile = ProfilingObserver(limit: 3, clock: clock)
        let queue = ProcedureQueue(width: 1, observers: [profile])
        for number in 0..<10 { _ = await queue.run(Procedure("job \(number)") {}) }

        let lines = try await read(profile.trace)
        #expect(lines.count == 4)
        #expect(lines.last == "forgotten 17")
        #expect(lines.contains { $0.hasPrefix("'job 9' 'job 9'") })
    }

    @Test func `A trace of nothing is valid JSON`() async throws {
        #expect(try await read(ProfilingObserver(limit: -1).trace) == ["forgotten 0"])
    }
}
