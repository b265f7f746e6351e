import Procedures
import Testing

@Suite struct `A group of conditions` {
    static let context = ConditionContext(procedure: "test")
    static let a = Scripted("a", .satisfied)
    static let b = Scripted("b", .refused([]))
    static let c = Scripted("c", .refused([]))

    @Test func `is written one a line, or chosen by if and else`() {
        let flag = true
        let group = AllOf {
            Self.a
            if flag { AnyOf { Self.b } } else { Self.c }
            !Self.c
        }

        #expect(group.name == "all of (a, any of (b), not c)")
    }

    @Test func `is made by operators, a chain being one group (E32)`() {
        #expect((Self.a && Self.b && !Self.c).name == "all of (a, b, not c)")
        #expect((Self.a || Self.b || Self.c).name == "any of (a, b, c)")
        #expect((Self.a || Self.b && Self.c).name == "any of (a, all of (b, c))")
    }

    @Test func `that is empty keeps refusing in a chain`() async {
        let group = AllOf([]) && TrueCondition()

        #expect(
            await group.evaluate(in: Self.context)
                == .refused([Reason("empty-group", "the group", "is empty, which opens nothing")])
        )
    }

    @Test func `of any stops at the first that is satisfied`() async {
        let journal = Journal()
        let group = AnyOf {
            Scripted("refused", .refused([]), journal: journal)
            Scripted("satisfied", .satisfied, journal: journal)
            Scripted("never", .satisfied, journal: journal)
        }

        #expect(await group.evaluate(in: Self.context) == .satisfied)
        #expect(journal.entries == ["refused", "satisfied"])
    }

    @Test func `of all looks at every part`() async {
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

    @Test func `that throws an error is undetermined, and says which`() async {
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
    func `that throws a refusal answers what the refusal says`(result: ConditionResult) async {
        let refusal = Refusal(
            procedure: "other",
            phase: .conditions,
            findings: [.init("first", .satisfied), .init("disk", result)]
        )
        let block = BlockCondition("disk") { throw refusal }

        #expect(await block.evaluate(in: Self.context) == result)
    }

    @Test func `that throws a refusal without a reason is refused`() async {
        let refusal = Refusal(
            procedure: "other",
            phase: .conditions,
            findings: [.init("first", .satisfied)]
        )
        let block = BlockCondition("disk") { throw refusal }

        #expect(await block.evaluate(in: Self.context) == .refused([]))
    }
}
