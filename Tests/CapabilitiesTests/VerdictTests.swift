import Capabilities
import Logging
import Procedures
import TestSupport
import Testing

@Suite struct `A verdict` {
    static let all: [Verdict] = [
        .authorized(), .denied([Reason("no", "a", "no")]),
        .undetermined([Reason("what", "b", "what")]),
    ]

    /// A plain version of the design's truth table, for comparison with the product.
    private func kind(_ verdict: Verdict) -> Int {
        switch verdict {
        case .denied: 0
        case .undetermined: 1
        case .authorized: 2
        }
    }

    @Test(arguments: all, all)
    func `The verdict of all is the weakest, of any the strongest`(one: Verdict, other: Verdict) {
        #expect(kind(.all([one, other])) == min(kind(one), kind(other)))
        #expect(kind(.any([one, other])) == max(kind(one), kind(other)))
    }

    @Test(arguments: all, all)
    func `A verdict has the reasons of all parts that decide`(one: Verdict, other: Verdict) {
        let both = Verdict.all([one, other])
        let deciding = [one, other].filter { kind($0) == kind(both) }
        #expect(both.reasons == deciding.flatMap(\.reasons))
    }

    @Test func `The verdict of an empty group is denied`() {
        #expect(kind(.all([])) == 0)
        #expect(kind(.any([])) == 0)
    }

    @Test(arguments: all)
    func `A negated verdict is reversed, and unknown stays unknown`(verdict: Verdict) {
        let negated = verdict.negated(Reason("held", "c", "held"))
        #expect(kind(negated) == [0: 2, 1: 1, 2: 0][kind(verdict)])
    }
}

@Suite struct `Assumptions of a yes` {
    private static let filter = Assumption(.init(rawValue: "filter"), "no filter refuses it")
    private static let label = Assumption(.init(rawValue: "label"), "the label permits it")
    private static let plain = Verdict.authorized([Reason("ok", "/b", "is permitted")])
    private static let assumed = plain.assuming([filter], about: "read /b")

    @Test func `An assumption changes no verdict, and deciding groups keep it`() {
        #expect(Self.assumed.isAuthorized)
        #expect(Self.assumed.assumes == [Self.filter])
        let other = Verdict.authorized().assuming([Self.label, Self.filter], about: "read /c")
        #expect(Verdict.all([Self.assumed, other]).assumes == [Self.filter, Self.label])
        #expect(Verdict.any([.denied([]), Self.assumed]).assumes == [Self.filter])
        #expect(Verdict.all([.denied([]), Self.assumed]).assumes == [])
        #expect(Self.assumed.negated(Reason("no", "c", "no")).assumes == [])
    }

    @Test func `An answer other than yes has no assumptions`() {
        for verdict in `A verdict`.all.dropFirst() {
            #expect(verdict.assuming([Self.filter], about: "read /b") == verdict)
            #expect(verdict.strict == verdict)
        }
        #expect(Self.plain.assuming([], about: "read /b") == Self.plain)
        #expect(Self.plain.strict == Self.plain)
    }

    @Test func `A strict yes with assumptions is undetermined, and names them`() {
        let both = Self.assumed.assuming([Self.label, Self.filter], about: "read /b")
        let message = "is authorized only if no filter refuses it, and the label permits it"
        let reason = Reason("assumed", "/b", message, assumes: [Self.filter, Self.label])
        #expect(both.strict == .undetermined([reason]))
    }

    private struct Assuming: Capability {
        struct Status: AuthorizationStatus {
            func meets(_ requirement: Void) -> Verdict { .authorized() }
        }

        let name = "read /b"
        var requirement: Void { () }
        func authorizationStatus() async -> Status { Status() }
        func assumptions() async -> [Assumption] { [filter] }
    }

    @Test func `The verdict of a capability has its assumptions`() async {
        let reason = Reason("permitted", "read /b", "is permitted", assumes: [Self.filter])
        #expect(await Assuming().verdict() == .authorized([reason]))
    }

    /// An object that does not exist, and may be created if no filter refuses that.
    private struct Absent: MakingCapability {
        struct Status: AuthorizationStatus {
            func meets(_ requirement: Void) -> Verdict {
                .denied([Reason("missing", "/b", "does not exist")])
            }
        }

        let name = "write /b"
        var requirement: Void { () }
        var making: (any Capability)? { Assuming() }
        func authorizationStatus() async -> Status { Status() }
    }

    @Test func `An absent object that may be made is authorized with assumptions`() async {
        let found = await Absent().verdictOfForbidden()
        #expect(found.isAuthorized)
        #expect(found.assumes == [Self.filter])
        let message = "is authorized only if no filter refuses it"
        let reason = Reason("assumed", "read /b", message, assumes: [Self.filter])
        #expect(await Strict(Absent()).verdictOfForbidden() == .undetermined([reason]))
    }

    @Test func `An assumption closes only a strict gate, and is logged`() async throws {
        let log = KeptLog()
        try await withPermit(
            for: Assuming(),
            options: GateOptions(logger: log.logger),
            named: "serve"
        ) { _ in }
        #expect(log.events.compactMap { $0.metadata?["assumes"] } == ["filter"])
        let refusal = await #expect(throws: Refusal.self) {
            try await withPermit(for: Strict(Assuming()), named: "serve") { _ in }
        }
        let message = "is authorized only if no filter refuses it"
        let reason = Reason("assumed", "read /b", message, assumes: [Self.filter])
        #expect(refusal?.findings == [Refusal.Finding("read /b", .undetermined([reason]))])
        #expect(
            Strict(Assuming()).verdict(
                of: .success(try await Strict(Assuming()).authorizationStatus())
            ) == .undetermined([reason])
        )
    }
}
