import Policies
import PolicyAuthoring
import Testing

@Suite struct `The file of a described unit` {
    @Test func `has no state that systemd does not have`() async throws {
        let host = try DescribedTestHost("units: { a.service: { state: active, file: enabeld } }")
        #expect(
            try await host.complaints() == [
                "3:46: `enabeld` is not a value of `file`; did you mean `enabled`? [unknown-value]"
            ]
        )
    }

    @Test(arguments: [
        "enabled", "enabled-runtime", "linked", "linked-runtime", "alias", "masked",
        "masked-runtime", "static", "disabled", "indirect", "generated", "transient", "bad",
    ])
    func `has each state that systemctl reports`(state: String) async throws {
        let host = try DescribedTestHost("units: { a.service: { state: active, file: \(state) } }")
        let holds = state.hasPrefix("enabled") ? "holds unit-state" : "fails unit-state"
        #expect(try await host.answers("unit: a.service, state: enabled") == [holds])
    }

    @Test(arguments: ["", ", file: unknown"])
    func `is neither enabled nor disabled if no fact describes it`(file: String) async throws {
        let host = try DescribedTestHost("units: { a.service: { state: active\(file) } }")
        let found = try await host.answers(
            "unit: a.service, state: enabled",
            "unit: a.service, state: disabled",
            "not: { unit: a.service, state: enabled }",
            "unit: a.service"
        )
        #expect(
            found == [
                "undetermined look-failed", "undetermined look-failed", "undetermined look-failed",
                "holds unit-state",
            ]
        )
    }

    @Test func `is known where there is none, or nothing starts it`() async throws {
        let host = try DescribedTestHost(
            """
            units:
              none.service: { state: active, file: missing }
              masked.service: masked
              gone.service: not-found
            """
        )
        let found = try await host.answers(
            "unit: none.service, state: enabled",
            "unit: none.service, state: disabled",
            "unit: masked.service, state: enabled",
            "unit: gone.service, state: enabled"
        )
        #expect(
            found == [
                "fails unit-state", "fails unit-state", "fails unit-state", "fails unit-not-found",
            ]
        )
    }

    @Test func `lets one do all where what it lets is taken back`() async throws {
        let facts = "self: root\nunits: { a.service: { state: active, can: CAN } }"
        for (word, answer) in [
            ("unknown", "holds unit-control"), ("[start]", "fails unit-control"),
        ] {
            let host = try DescribedTestHost(facts.replacing("CAN", with: word))
            #expect(try await host.answers("stop: a.service") == [answer])
        }
    }
}
