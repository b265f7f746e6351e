import Procedures
import Testing
import WarrantTesting

/// Lineage A and B: what a condition has and answers by itself.
@Suite struct `A condition by itself` {
    let context = ConditionContext(procedure: "test")

    @Test func `has the name that it was given (A4)`() {
        #expect(BlockCondition("1 GiB free on /var") { true }.name == "1 GiB free on /var")
        #expect(Producing(as: "started").name == "started")
    }

    @Test func `is alone in no category by itself, and in each that it names once (A5)`() {
        #expect(BlockCondition("disk") { true }.exclusions.isEmpty)
        let exclusive = MutuallyExclusive("dump", "upload", "dump")
        #expect(exclusive.exclusions == [Exclusion("dump"), Exclusion("upload")])
    }

    @Test func `is satisfied where it is true (B1)`() async {
        #expect(await TrueCondition().evaluate(in: context) == .satisfied)
    }

    @Test func `is refused where it is false (B2)`() async {
        #expect(
            await FalseCondition().evaluate(in: context)
                == .refused([Reason("never-holds", "false", "never holds")])
        )
    }

    @Test(arguments: [
        Guarded(BlockCondition("block") { true }, ends: "succeeded"),
        Guarded(BlockCondition("block") { false }, ends: "skipped"),
        Guarded(!TrueCondition(), ends: "refused"),
        Guarded(!FalseCondition(), ends: "succeeded"),
        Guarded(!IgnoredCondition(FalseCondition()), ends: "succeeded"),
    ])
    func `opens and closes its gate (B3 B4 B6 B7 B8)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test func `closes its gate with what its block throws (B5)`() async {
        let outcome = await Guarded.outcome(of: [BlockCondition("disk") { throw Broken() }])

        #expect(outcome.word == "refused")
        #expect(
            outcome.refusal?.findings == [
                .init(
                    "disk",
                    .undetermined([Reason("error", "disk", "could not be answered: broken")])
                )
            ]
        )
    }

    @Test func `is called as a report says it, and never by its type`() {
        let no = FalseCondition()
        #expect(Not(no).name == "not false")
        #expect(SilentCondition(no).name == "false")
        #expect(IgnoredCondition(no).name == "false")
        #expect(MutuallyExclusive("dump", "upload").name == "alone in dump, upload")
    }
}

/// Lineage B: what a condition has that is made of another.
@Suite struct `A condition around another` {
    static let setup = Procedure("setup") {}

    @Test func `that is silent produces nothing, and leaves the other as it was (B10)`() {
        let producing = Producing(Self.setup)

        #expect(SilentCondition(producing).produces.isEmpty)
        #expect(producing.produces.count == 1)
        #expect(Not(producing).produces.count == 1)
        #expect(IgnoredCondition(producing).produces.count == 1)
    }

    @Test func `is alone wherever the other is (B11)`() {
        let exclusive = MutuallyExclusive("dump", "upload")

        #expect(Not(exclusive).exclusions == exclusive.exclusions)
        #expect(SilentCondition(exclusive).exclusions == exclusive.exclusions)
        #expect(IgnoredCondition(exclusive).exclusions == exclusive.exclusions)
        #expect(Not(TrueCondition()).exclusions.isEmpty)
    }
}
