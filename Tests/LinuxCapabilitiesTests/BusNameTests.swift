import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing

@Suite struct `Name on the bus` {
    private static let name = "org.example.shop"

    private func host(_ facts: BusNameFacts?) -> LinuxCapabilities.Host {
        .whole { $0.busNames[Self.name] = facts }
    }

    @Test(arguments: [
        (BusNameFacts(owner: ":1.7"), true, true, "is owned by :1.7"),
        (BusNameFacts(owner: ":1.7", isActivatable: true), true, true, "is owned by :1.7"),
        (
            BusNameFacts(isActivatable: true), false, true,
            "is not on the bus, and the bus can start its service"
        ),
        (
            BusNameFacts(), false, false,
            "is not on the bus, and the bus can start no service for it"
        ),
        (nil, false, false, "is not on the bus, and the bus can start no service for it"),
    ])
    func `A name is owned, or available, or neither`(
        facts: BusNameFacts?,
        isOwned: Bool,
        isAvailable: Bool,
        message: String
    ) async {
        for (state, isTrue) in [(BusName.State.owned, isOwned), (.available, isAvailable)] {
            let verdict = await BusName(Self.name, state, on: host(facts)).verdict()
            #expect(verdict.isAuthorized == isTrue)
            #expect(verdict.isDenied == !isTrue)
            #expect(verdict.reasons.map(\.message) == [message])
            #expect(verdict.reasons.map(\.object) == [Self.name])
        }
    }

    @Test func `A missing fact is no answer`() async {
        let verdict = await BusName(Self.name, on: .inMemory(HostFacts())).verdict()
        #expect(!verdict.isAuthorized && !verdict.isDenied)
    }

    @Test(arguments: [
        "", "shop", ":1.42", "org..shop", ".org.shop", "org.shop.", "org.1shop", "org.sh op",
        "org.shöp", "org.shop'", "org.sh\u{0}op", "a." + String(repeating: "a", count: 254),
    ])
    func `A text that is no well-known name has no answer`(text: String) async throws {
        let name = BusName(text, on: .whole())
        await #expect(throws: InvalidBusName(text: text)) { try await name.authorizationStatus() }
        var updates = name.updates.makeAsyncIterator()
        _ = try? await updates.next()
        await #expect(throws: Unwatched.self) { try await updates.next() }
    }

    @Test func `The error for such a text names the remedy`() {
        #expect(
            InvalidBusName(text: ":1.4\n").description
                == #"`:1.4\n` is no well-known name of D-Bus; write it like `org.freedesktop.login1`"#
        )
    }

    @Test(arguments: ["a.b", "org.freedesktop.login1", "_._", "a-b.C_9"])
    func `A well-known name is accepted`(text: String) async throws {
        #expect(try WellKnownName(text).text == text)
    }

    @Test func `Names are equal only for the same question`() {
        #expect(BusName("a.b") == BusName("a.b", .owned))
        #expect(BusName("a.b") != BusName("a.b", .available))
        #expect(BusName("a.b").name == "bus name a.b owned")
        #expect(BusName("a.b").canBeAskedFor && !BusName("a.b", .available).canBeAskedFor)
    }
}

extension Verdict {
    fileprivate var isDenied: Bool { if case .denied = self { true } else { false } }
}
