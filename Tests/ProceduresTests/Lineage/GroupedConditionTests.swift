import Procedures
import Testing

/// Lineage E: conditions that consist of conditions.
@Suite struct `A condition made of others` {
    static let (yes, no, ignored) = (Guarded.yes, Guarded.no, Guarded.ignored)
    static func all(_ parts: any Condition...) -> AllOf { AllOf(parts) }
    static func any(_ parts: any Condition...) -> AnyOf { AnyOf(parts) }

    let context = ConditionContext(procedure: "test")
    let journal = Journal()

    @Test func `A group has each exclusion of its parts once (E2)`() {
        let same = MutuallyExclusive("dump")
        #expect(Self.all(same, same, same).exclusions == [Exclusion("dump")])

        let parts = ["a", "b", "c"].map { MutuallyExclusive($0) }
        #expect(AllOf(parts).exclusions == Set(["a", "b", "c"].map { Exclusion($0) }))
        #expect(AnyOf(parts).exclusions == AllOf(parts).exclusions)
    }

    @Test(arguments: [
        Guarded(all(yes), ends: "succeeded"), Guarded(all(no), ends: "refused"),
        Guarded(all(ignored), ends: "skipped"),
    ])
    func `A group of one part answers as that part (E5 E6 E7)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(all(yes, yes), ends: "succeeded"), Guarded(all(yes, no), ends: "refused"),
        Guarded(all(no, yes), ends: "refused"), Guarded(all(ignored, no), ends: "refused"),
        Guarded(all(ignored, ignored), ends: "skipped"),
    ])
    func `AllOf needs every part (E8 E9 E10 E12 E13)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(all(all(yes, yes), all(yes, yes)), ends: "succeeded"),
        Guarded(all(all(no, no), all(no, no)), ends: "refused"),
        Guarded(IgnoredCondition(all(yes, no)), ends: "skipped"),
    ])
    func `AllOf may be nested or ignored (E14 E15 E16)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(any(yes), ends: "succeeded"), Guarded(any(no), ends: "refused"),
        Guarded(any(ignored), ends: "skipped"),
    ])
    func `AnyOf with one part answers as that part (E18 E19 E20)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(any(yes, yes), ends: "succeeded"), Guarded(any(yes, no), ends: "succeeded"),
        Guarded(any(no, yes), ends: "succeeded"), Guarded(any(ignored, yes), ends: "succeeded"),
        Guarded(any(ignored, ignored), ends: "skipped"),
    ])
    func `AnyOf needs one part (E21 E22 E23 E24 E26)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(any(any(yes, yes), any(yes, yes)), ends: "succeeded"),
        Guarded(any(any(no, no), any(no, no)), ends: "refused"),
        Guarded(IgnoredCondition(any(no)), ends: "skipped"),
    ])
    func `AnyOf may be nested or ignored (E27 E28 E29)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test(arguments: [
        Guarded(all(), ends: "refused"), Guarded(any(), ends: "refused"),
        Guarded(!all(), ends: "succeeded"), Guarded(IgnoredCondition(any()), ends: "skipped"),
        Guarded(all(ignored, yes), ends: "skipped"), Guarded(any(ignored, no), ends: "skipped"),
    ])
    func `An empty group refuses, and a skipped part skips a group`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    /// Returns a condition that refuses with its own reason.
    private func refusing(_ name: String) -> Scripted {
        Scripted(name, .refused([Reason("no", name, "says no")]), journal: journal)
    }

    @Test func `A group has the reasons of all refusals in one list (E30)`() async {
        let (a, b, c, d) = (refusing("a"), refusing("b"), refusing("c"), refusing("d"))
        let groups: [any Condition] = [
            Self.any(a, b, c, d), Self.any(a, Self.any(b, Self.any(c, d))),
            Self.any(Self.all(a, b), Self.all(c, d)),
        ]
        for group in groups {
            let reasons = await group.evaluate(in: context).reasons
            #expect(reasons.map(\.object) == ["a", "b", "c", "d"], "\(group.name)")
        }
    }

    @Test func `A group evaluates a part as often as it contains it`() async {
        let part = Scripted("part", .satisfied, journal: journal)
        let no = refusing("no")

        #expect(await Self.all(part, part, part).evaluate(in: context) == .satisfied)
        #expect(journal.entries == ["part", "part", "part"])
        #expect(await Self.any(no, no, no).evaluate(in: context).reasons.count == 3)
    }

    @Test func `A group produces all procedures that its parts produce`() {
        let (one, other) = (Procedure("one") {}, Procedure("other") {})
        let group = Self.all(Producing(one), Self.any(Producing(other), TrueCondition()))

        #expect(group.produces.map(\.procedureName) == ["one", "other"])
    }
}
