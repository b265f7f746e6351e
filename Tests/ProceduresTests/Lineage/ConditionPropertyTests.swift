import Procedures
import Testing
import WarrantTesting

/// Lineage A and B: the properties and answers of a condition by itself.
@Suite struct `A condition by itself` {
    let context = ConditionContext(procedure: "test")

    @Test func `A condition has the name that it was given (A4)`() {
        #expect(BlockCondition("1 GiB free on /var") { true }.name == "1 GiB free on /var")
        #expect(Producing(as: "started").name == "started")
    }

    @Test func `A condition lists each of its exclusions once, and has none by default (A5)`() {
        #expect(BlockCondition("disk") { true }.exclusions.isEmpty)
        let exclusive = MutuallyExclusive("dump", "upload", "dump")
        #expect(exclusive.exclusions == [Exclusion("dump"), Exclusion("upload")])
    }

    @Test func `A true condition is satisfied (B1)`() async {
        #expect(await TrueCondition().evaluate(in: context) == .satisfied)
    }

    @Test func `A false condition is refused (B2)`() async {
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
    func `A condition opens or closes its gate (B3 B4 B6 B7 B8)`(guarded: Guarded) async {
        #expect(await guarded.outcome().word == guarded.expected)
    }

    @Test func `A block that throws closes the gate, with the error as reason (B5)`() async {
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

    @Test func `The name of a condition describes it, and is not its type`() {
        let no = FalseCondition()
        #expect(Not(no).name == "not false")
        #expect(SilentCondition(no).name == "false")
        #expect(IgnoredCondition(no).name == "false")
        #expect(MutuallyExclusive("dump", "upload").name == "alone in dump, upload")
    }
}

/// Lineage B: the properties of a condition that wraps another.
@Suite struct `A condition that wraps another` {
    static let setup = Procedure("setup") {}

    @Test func `A silent condition produces nothing, and leaves the inner one as is (B10)`() {
        let producing = Producing(Self.setup)

        #expect(SilentCondition(producing).produces.isEmpty)
        #expect(producing.produces.count == 1)
        #expect(Not(producing).produces.count == 1)
        #expect(IgnoredCondition(producing).produces.count == 1)
    }

    @Test func `A condition has the exclusions of the one that it wraps (B11)`() {
        let exclusive = MutuallyExclusive("dump", "upload")

        #expect(Not(exclusive).exclusions == exclusive.exclusions)
        #expect(SilentCondition(exclusive).exclusions == exclusive.exclusions)
        #expect(IgnoredCondition(exclusive).exclusions == exclusive.exclusions)
        #expect(Not(TrueCondition()).exclusions.isEmpty)
    }
}
