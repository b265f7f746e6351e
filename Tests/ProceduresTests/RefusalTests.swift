import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A refusal` {
    @Test func `A refusal lists the conditions that closed the gate, in order`() {
        let refusal = Refusal(
            procedure: "rotate",
            phase: .conditions,
            findings: [
                .init(
                    "read /etc/ssl/private/site.key",
                    .refused([Reason("search-refused", "/etc/ssl/private", "may not be searched")])
                ),
                .init("true", .satisfied),
                .init("backup window", .skipped([])),
                .init("disk", .undetermined([Reason("io", "disk", "gave no answer within 30 s")])),
            ]
        )

        #expect(
            refusal.description == """
                `rotate` did not run: `read /etc/ssl/private/site.key` is refused: \
                `/etc/ssl/private` may not be searched, and `backup window` is skipped, \
                and `disk` gave no answer within 30 s
                """
        )
    }

    @Test func `A refusal lists all reasons of a group`() {
        let group = AllOf { FalseCondition() }
        let refusal = Refusal(
            procedure: "rotate",
            phase: .conditions,
            findings: [
                .init(
                    group.name,
                    .refused([Reason("a", "x", "is shut"), Reason("b", "y", "is gone")])
                )
            ]
        )

        #expect(
            refusal.description
                == "`rotate` did not run: `all of (false)` is refused: `x` is shut, `y` is gone"
        )
    }

    @Test func `A refusal stays on one line, whatever the names are`() {
        let refusal = Refusal(
            procedure: "a\nb",
            phase: .conditions,
            findings: [.init("c\u{1B}[31m\u{2028}d", .refused([]))]
        )

        #expect(
            refusal.description
                == #"`a\nb` did not run: `c\u{1b}[31m\u{2028}d` is refused"#
        )
    }

    @Test(arguments: [
        (Duration.seconds(30), "30 s"), (.milliseconds(1500), "1.5 s"),
        (.microseconds(250), "250 µs"), (.zero, "0 s"), (.seconds(-5), "-5 s"),
    ])
    func `A refusal gives the time limit of a condition`(limit: Duration, words: String) async {
        let timer = DeadlineTimer(clock: SkippingClock())
        let procedure = Procedure("work") {}.condition(Stuck(), within: limit)

        let refusal = await ProcedureQueue(width: 1, timer: timer).run(procedure).refusal

        #expect(
            refusal?.description == "`work` did not run: `stuck` gave no answer within \(words)"
        )
    }
}

/// Never answers until it is cancelled.
struct Stuck: Condition {
    let name = "stuck"

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        await untilCancelled()
        return .satisfied
    }
}
