import Capabilities
package import LinuxSystem
import Procedures

/// Answers questions about names on the bus, and has the bus start their services.
package protocol BusNameProbe: Sendable {
    /// Returns what the bus knows about a name.
    ///
    /// - Throws: `BusFailure`; `CancellationError`; `SystemError`.
    func facts(of name: WellKnownName) async throws -> BusNameFacts

    /// Has the bus start the service of a name, and waits until the service owns the name.
    ///
    /// - Throws: The errors of ``facts(of:)``.
    func start(_ name: WellKnownName) async throws

    /// Returns a source that reports when the facts of a name may have changed, from now on.
    ///
    /// - Throws: `SystemError`.
    func changes(of name: WellKnownName, waking bell: Bell) throws -> any ChangeSource
}

extension Host {
    package static let busNameFamily = Family<any BusNameProbe>(live: LiveBusNames())

    package var busNames: any BusNameProbe { self[Self.busNameFamily] }
}

struct LiveBusNames: BusNameProbe {
    /// The bus; nil is the system bus, which is opened only when needed.
    private let bus: SystemBus?

    init(bus: SystemBus? = nil) { self.bus = bus }

    func facts(of name: WellKnownName) async throws -> BusNameFacts {
        try await (bus ?? .shared).facts(of: name)
    }

    func start(_ name: WellKnownName) async throws {
        try await (bus ?? .shared).startService(of: name, within: .seconds(300))
    }

    func changes(of name: WellKnownName, waking bell: Bell) throws -> any ChangeSource {
        try (bus ?? .shared).changes(of: name) { bell.ring() }
    }
}
