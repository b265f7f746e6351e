import Logging
import Procedures
import Testing

@Suite struct `Cause of an end` {
    static let causes: [Cancellation.Cause] = [
        .requested, .executionDeadline(.seconds(1)), .executionDeadline(.seconds(2)),
        .overallDeadline(.seconds(1)), .ended(Reason("ended", "unit", "stopped")),
        .sibling("a"), .sibling("b"), .producer("a"), .shutdown,
    ]

    @Test func `Two ends are equal only if their causes are the same (W1)`() {
        let all = Self.causes.map { Cancellation(procedure: "work", $0) }
        let refusals = ConditionResult.allCasesOfOneReason.map {
            Refusal(procedure: "work", phase: .conditions, findings: [.init("c", $0)])
        }

        #expect(Set(all).count == all.count)
        #expect(Set(refusals).count == refusals.count)
        #expect(all.allSatisfy { $0 == Cancellation(procedure: "work", $0.cause) })
    }
}

extension ConditionResult {
    fileprivate static let allCasesOfOneReason: [Self] = {
        let reasons = [Reason("denied", "file", "may not be read")]
        return [.satisfied, .skipped(reasons), .refused(reasons), .undetermined(reasons)]
    }()
}

@Suite struct `Log of a procedure` {
    /// Keeps log records from a level on.
    struct Kept: LogHandler {
        let journal: Journal
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            journal.note("\(event.level) \(event.message)")
        }
    }

    let journal = Journal()

    func queue(from level: Logger.Level) -> ProcedureQueue {
        let kept = Kept(journal: journal, logLevel: level)
        return ProcedureQueue(width: 1, logger: Logger(label: "test") { _ in kept })
    }

    let work = Procedure("work") { context in
        context.logger.debug("begins")
        context.logger.notice("is at it")
    }

    static let levels: [(Logger.Level, [String])] = [
        (.trace, ["debug begins", "notice is at it", "debug succeeded"]),
        (.info, ["notice is at it"]),
        (.critical, []),
    ]

    @Test(arguments: levels)
    func `The logger of a queue filters by level (W3)`(level: Logger.Level, lines: [String])
        async
    {
        _ = await queue(from: level).run(work)

        #expect(journal.entries == lines)
    }

    @Test func `A queue without a logger logs nothing (W3)`() async throws {
        let silent = Procedure("work") { $0.logger.logLevel }
        _ = await ProcedureQueue(width: 1).run(work)

        #expect(try await ProcedureQueue(width: 1).run(silent).get() == .critical)
        #expect(journal.entries == [])
    }

    @Test func `The log names the condition that refused a procedure`() async {
        _ = await queue(from: .notice).run(Procedure("work") {}.condition(FalseCondition()))

        #expect(journal.entries == ["notice did not run: `false` never holds"])
    }
}
