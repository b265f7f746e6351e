import Procedures
import Testing

@Suite struct `A group of conditions` {
    static let context = ConditionContext(procedure: "test")
    static let a = Scripted("a", .satisfied)
    static let b = Scripted("b", .refused([]))
    static let c = Scripted("c", .refused([]))

    @Test func `A group is written one condition a line, with if and else`() {
        let flag = true
        let group = AllOf {
            Self.a
            if flag { AnyOf { Self.b } } else { Self.c }
            !Self.c
        }

        #expect(group.name == "all of (a, any of (b), not c)")
    }

    @Test func `A chain of the same operator makes one group (E32)`() {
        #expect((Self.a && Self.b && !Self.c).name == "all of (a, b, not c)")
        #expect((Self.a || Self.b || Self.c).name == "any of (a, b, c)")
        #expect((Self.a || Self.b && Self.c).name == "any of (a, all of (b, c))")
    }

    @Test func `An empty group refuses, also in a chain`() async {
        let group = AllOf([]) && TrueCondition()

        #expect(
            await group.evaluate(in: Self.context)
                == .refused([Reason("empty-group", "the group", "is empty, which opens nothing")])
        )
    }

    @Test func `A group of any stops at the first satisfied condition`() async {
        let journal = Journal()
        let group = AnyOf {
            Scripted("refused", .refused([]), journal: journal)
            Scripted("satisfied", .satisfied, journal: journal)
            Scripted("never", .satisfied, journal: journal)
        }

        #expect(await group.evaluate(in: Self.context) == .satisfied)
        #expect(journal.entries == ["refused", "satisfied"])
    }

    @Test func `A group of all evaluates every condition`() async {
        let journal = Journal()
        let group = AllOf {
            Scripted("refused", .refused([]), journal: journal)
            Scripted("satisfied", .satisfied, journal: journal)
        }

        #expect(await group.evaluate(in: Self.context) == .refused([]))
        #expect(journal.entries == ["refused", "satisfied"])
    }
}

@Suite struct `A block condition` {
    static let context = ConditionContext(procedure: "test")

    @Test func `A block that throws is undetermined, and the reason names the error`() async {
        let block = BlockCondition("disk") { throw Broken() }

        #expect(
            await block.evaluate(in: Self.context)
                == .undetermined([Reason("error", "disk", "could not be answered: broken")])
        )
    }

    static let reasons = [Reason("full", "/var", "is full")]

    @Test(
        arguments: [
            .skipped(reasons), .refused(reasons), .undetermined(reasons),
        ] as [ConditionResult]
    )
    func `A block that throws a refusal takes its result`(result: ConditionResult) async {
        let refusal = Refusal(
            procedure: "other",
            phase: .conditions,
            findings: [.init("first", .satisfied), .init("disk", result)]
        )
        let block = BlockCondition("disk") { throw refusal }

        #expect(await block.evaluate(in: Self.context) == result)
    }

    @Test func `A block that throws a refusal without a reason is refused`() async {
        let refusal = Refusal(
            procedure: "other",
            phase: .conditions,
            findings: [.init("first", .satisfied)]
        )
        let block = BlockCondition("disk") { throw refusal }

        #expect(await block.evaluate(in: Self.context) == .refused([]))
    }
}
