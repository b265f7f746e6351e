import LinuxSystem
import Procedures

/// Described names on the bus, whose services are not started.
struct DescribedBusNames: BusNameProbe {
    let facts: DescribedFacts

    func facts(of name: WellKnownName) async throws -> BusNameFacts {
        try facts.busName(name.text)
    }

    func start(_ name: WellKnownName) async throws {
        throw MissingFact("a start of \(name.text)")
    }

    func changes(of name: WellKnownName, waking bell: Bell) throws -> any ChangeSource {
        DescribedChanges(of: facts, waking: bell)
    }
}

extension DescribedFacts {
    /// - Throws: `MissingFact` for a name that no fact describes, unless the facts describe the whole host.
    func busName(_ name: String) throws -> BusNameFacts {
        let (known, isWhole) = read { ($0.busNames[name], $0.isWhole) }
        if let known { return known }
        guard isWhole else { throw MissingFact("the bus name \(name)") }
        return BusNameFacts()
    }
}
