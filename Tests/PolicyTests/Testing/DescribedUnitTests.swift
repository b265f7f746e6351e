import Policies
import PolicyAuthoring
import Testing

@Suite struct `Described unit` {
    @Test func `An unknown state of a unit file is an error`() async throws {
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
    func `A unit file has each state of systemctl`(state: String) async throws {
        let host = try DescribedTestHost("units: { a.service: { state: active, file: \(state) } }")
        // The unit that an alias names is not described.
        let isAlias = state == "alias"
        let enabled = state.hasPrefix("enabled") ? "holds" : isAlias ? "undetermined" : "fails"
        #expect(
            try await host.answers("unit: a.service, state: enabled", "unit: a.service")
                == ["\(enabled) unit-state", "holds unit-state"]
        )
    }

    @Test(arguments: ["", ", file: unknown"])
    func `A unit file that is not described is undetermined`(file: String) async throws {
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

    @Test func `A missing, masked or not-found unit is not enabled`() async throws {
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

    @Test func `A unit with unknown operations supports all of them`() async throws {
        let facts = "self: root\nunits: { a.service: { state: active, can: CAN } }"
        for (word, answer) in [
            ("unknown", "holds unit-control"), ("[start]", "fails unit-control"),
        ] {
            let host = try DescribedTestHost(facts.replacing("CAN", with: word))
            #expect(try await host.answers("stop: a.service") == [answer])
        }
    }
}
