import Capabilities
import Procedures
import Testing
import WarrantTesting

@Suite struct `Asking for a capability` {
    struct Broken: Error, CustomStringConvertible { let description = "the bus is gone" }

    static let no = Verdict.denied([Reason("no", "/srv/key", "is 0600 root:root")])

    let queue = ProcedureQueue(width: 2)

    private func askable(_ name: String = "key", _ first: Verdict = no) -> ScriptedCapability {
        ScriptedCapability(name, first, answers: [.authorized()])
    }

    private func outcome(by conditions: any Condition...) async -> Outcome<Void> {
        await queue.run(
            conditions.reduce(Procedure("work") {}) { $0.condition($1) }
        )
    }

    @Test(arguments: [no, .undetermined([])])
    func `A request follows a look that is not enough, and precedes another`(first: Verdict) async {
        let key = askable("key", first)

        #expect(await outcome(by: AuthorizedFor(key, asking: .once)).isSuccess)
        #expect(key.requests == 1)
        #expect(key.looks == 2)
    }

    @Test func `A capability that is authorized at the first look is not asked for`() async {
        let key = askable("key", .authorized())

        #expect(await outcome(by: AuthorizedFor(key, asking: .once)).isSuccess)
        #expect(key.requests == 0)
        #expect(key.looks == 1)
    }

    static let before: [any Condition] = [
        FalseCondition(), BlockCondition("never") { false },
        BlockCondition("broken") { throw Broken() },
        AuthorizedFor(ScriptedCapability("other", no), asking: .once), AllOf([]), !TrueCondition(),
    ]

    @Test(arguments: before.indices)
    func `A condition after an unsatisfied one looks but does not ask`(index: Int) async {
        let keys = [askable(), askable()]

        let outcome = await outcome(
            by: Self.before[index],
            AuthorizedFor(keys[0], asking: .once),
            AllOf { AuthorizedFor(keys[1], asking: .once) }
        )

        #expect(outcome.findings?.count == 3)
        #expect(keys.map(\.requests) == [0, 0])
        #expect(keys.map(\.looks) == [1, 1])
    }

    @Test func `Requests follow the order written, up to the first that fails`() async {
        let first = askable("first")
        let second = ScriptedCapability("second", Self.no)
        let third = askable("third")

        let outcome = await outcome(
            by: AuthorizedFor(first, asking: .once) && AuthorizedFor(second, asking: .once)
                && AuthorizedFor(third, asking: .once)
        )

        #expect(!outcome.isSuccess)
        #expect([first, second, third].map(\.requests) == [1, 1, 0])
    }

    static let silencers: [@Sendable (ScriptedCapability) -> any Condition] = [
        { !AuthorizedFor($0, asking: .once) },
        { SilentCondition(AuthorizedFor($0, asking: .once)) },
        { !(!AuthorizedFor($0, asking: .once)) },
        { key in SilentCondition(AllOf { AuthorizedFor(key, asking: .once) }) },
        { key in SilentCondition(AnyOf { AuthorizedFor(key, asking: .once) }) },
        { key in !(AuthorizedFor(key, asking: .once) || AuthorizedFor(key, asking: .once)) },
        { AuthorizedFor($0, asking: .never) }, { AuthorizedFor($0, asking: .times(-1)) },
    ]

    @Test(arguments: silencers.indices)
    func `A negated, silent or never-asking condition does not ask`(index: Int) async {
        let key = askable()

        _ = await outcome(by: Self.silencers[index](key))

        #expect(key.requests == 0)
        #expect(key.looks > 0)
    }

    @Test func `An ignored condition still asks`() async {
        let key = askable()

        #expect(await outcome(by: IgnoredCondition(AuthorizedFor(key, asking: .once))).isSuccess)
        #expect(key.requests == 1)
    }

    @Test func `AnyOf looks at every part before it asks, and asks only if needed`() async {
        let keys = [askable("a"), askable("b"), askable("c", .authorized())]
        let group = any(of: keys)

        #expect(await outcome(by: group).isSuccess)
        #expect(keys.map(\.requests) == [0, 0, 0])
        #expect(keys.map(\.looks) == [1, 1, 1])
    }

    @Test func `AnyOf asks in the order written, up to the first success`() async {
        let keys = [ScriptedCapability("a", Self.no), askable("b"), askable("c")]

        #expect(await outcome(by: any(of: keys)).isSuccess)
        #expect(keys.map(\.requests) == [1, 1, 0])
    }

    /// Makes a group of a list, because the builder has no loops.
    private func any(of keys: [ScriptedCapability]) -> AnyOf {
        AnyOf(keys.map { AuthorizedFor($0, asking: .once) })
    }

    @Test(arguments: [1, 2, 3, 4])
    func `A request is repeated until it suffices or the maximum is reached`(maximum: Int) async {
        let key = ScriptedCapability("key", Self.no, answers: [Self.no, Self.no, .authorized()])

        let outcome = await outcome(by: AuthorizedFor(key, asking: .times(maximum)))

        #expect(outcome.isSuccess == (maximum >= 3))
        #expect(key.requests == min(maximum, 3))
        #expect(key.looks == min(maximum, 3) + 1)
    }

    @Test func `An unavailable capability is not asked for`() async {
        let reason = Reason("no-bus", "key", "has no bus here")
        let key = ScriptedCapability(
            "key",
            Self.no,
            availability: .unavailable(reason),
            answers: [.authorized()]
        )

        #expect(
            await outcome(by: AuthorizedFor(key, asking: .once)).description
                == "refused: `work` did not run: `key` has no bus here"
        )
        #expect(key.requests == 0)
    }

    @Test func `A request that throws is not repeated, and its error is reported`() async {
        let key = ScriptedCapability("key", Self.no, answers: [.authorized()]) { throw Broken() }

        #expect(
            await outcome(by: AuthorizedFor(key, asking: .times(3))).description
                == "refused: `work` did not run: `key` is undetermined: "
                + "`/srv/key` is 0600 root:root, `key` could not be asked for: the bus is gone"
        )
        #expect(key.requests == 1)
        #expect(key.looks == 1)
    }
}

extension Outcome {
    var findings: [Refusal.Finding]? {
        switch self {
        case .refused(let refusal), .skipped(let refusal): refusal.findings
        case .succeeded, .failed, .cancelled: nil
        }
    }
}
