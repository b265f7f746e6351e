import Synchronization

/// Whether systemd may say something else of a unit than it did.
///
/// A look at a unit that systemd has not in memory has it load the unit, and drop it again at once, and tell
/// of both: then what matters is whether the unit is in memory, or was before the last look.
/// - SeeAlso: org.freedesktop.systemd1(5).
package final class UnitChanges: Sendable {
    private struct Place {
        /// The object that tells of the unit: that of its own name, where it was asked by an alias.
        var path: String
        /// Whether systemd had it in memory before the last look.
        var isLoaded = false
    }

    private let unit: UnitName
    private let bus: SystemBus
    /// Of the unit's state and files, and of systemd itself.
    private let state: BusChanges
    /// That it came to systemd's memory, or went.
    private let memory: BusChanges
    private let place: Mutex<Place>

    /// Listens by the time that it returns.
    ///
    /// - Parameter wake: As ``BusChanges/init(on:waking:)`` has it.
    /// - Throws: ``InvalidUnitName``; ``BusFailure`` where systemd does not take us for a listener;
    ///   `CancellationError`; ``SystemError`` where there is no room for the bus's thread. Where there is no
    ///   bus, or no systemd on it, it is told when there is.
    package init(
        of unit: String,
        on bus: SystemBus,
        waking wake: @escaping @Sendable () -> Void
    ) async throws {
        let name = try UnitName(unit)
        guard !name.isTemplate else { throw InvalidUnitName(unit, .template) }
        self.unit = name
        self.bus = bus
        state = BusChanges(on: bus, waking: wake)
        memory = BusChanges(on: bus, waking: wake)
        place = Mutex(Place(path: name.objectPath))
        for signal in [
            BusSignal.unitChanged(at: name.objectPath), .reloading, .unitFilesChanged,
            .ownerChanged(of: .systemd),
        ] { try state.hear(signal) }
        for signal in [BusSignal.unitNew, .unitRemoved] {
            try memory.hear(signal) { [weak self] signal throws(BusFailure) in
                try signal.skip("s")
                return try signal.path() == self?.path
            }
        }
        try await listen()
        // What was before the first look.
        _ = (try state.takeChange(), try memory.takeChange())
    }

    /// Whether there was any change since the last call; listens anew where systemd would tell of the next.
    ///
    /// - Throws: as the initializer; ``BusFailure`` where the bus refuses to tell.
    package func takeChange() async throws -> Bool {
        let isDue = try state.takeChange()
        guard try memory.takeChange() || isDue else { return false }
        if !isDue, try await wasOurs() { return false }
        try await listen()
        return true
    }

    private var path: String { place.withLock { $0.path } }

    /// Whether the unit came and went for nothing but a look.
    private func wasOurs() async throws -> Bool {
        guard !place.withLock({ $0.isLoaded }) else { return false }
        return try await told { try await bus.path(ofLoaded: unit) == nil } ?? false
    }

    /// systemd tells nobody who has not asked it to, and forgets who did with each connection.
    private func listen() async throws {
        try await told {
            try await bus.subscribe()
            let loaded = try await bus.path(ofLoaded: unit)
            let path = if let loaded { loaded } else { try await bus.path(ofLoading: unit) }
            let before = place.withLock { place in
                defer { place = Place(path: path, isLoaded: loaded != nil) }
                return place.path
            }
            guard path != before else { return }
            try state.hear(.unitChanged(at: path))
            state.forget(.unitChanged(at: before))
        }
    }

    /// - Returns: Nil where there is nobody to ask, and it is told when there is.
    private func told<Value>(_ ask: () async throws -> Value) async throws -> Value? {
        do {
            return try await ask()
        } catch let failure as BusFailure where failure.isTemporary {
            return nil
        }
    }
}

extension BusSignal {
    private static let manager = "/org/freedesktop/systemd1"

    private static func manager(_ member: String) -> Self {
        Self(of: .systemd, at: manager, "org.freedesktop.systemd1.Manager", member)
    }

    /// That systemd begins or ends to read all units anew.
    fileprivate static let reloading = manager("Reloading")
    fileprivate static let unitFilesChanged = manager("UnitFilesChanged")
    fileprivate static let unitNew = manager("UnitNew")
    fileprivate static let unitRemoved = manager("UnitRemoved")

    fileprivate static func unitChanged(at path: String) -> Self {
        Self(of: .systemd, at: path, "org.freedesktop.DBus.Properties", "PropertiesChanged")
    }
}

extension SystemBus {
    private static let limit = Duration.seconds(60)

    /// Has systemd tell this connection of what changes.
    fileprivate func subscribe() async throws {
        do {
            try await ask(.manager("Subscribe"), within: Self.limit) { _ in }
        } catch BusFailure.remote(.systemd, "org.freedesktop.systemd1.AlreadySubscribed", _) {}
    }

    /// The object of a unit that systemd has in memory; nil where it has not.
    fileprivate func path(ofLoaded unit: UnitName) async throws -> String? {
        do {
            return try await path("GetUnit", unit)
        } catch BusFailure.remote(.systemd, "org.freedesktop.systemd1.NoSuchUnit", _) {
            return nil
        }
    }

    /// The object of a unit that systemd loads for that, where it had not.
    fileprivate func path(ofLoading unit: UnitName) async throws -> String {
        try await path("LoadUnit", unit)
    }

    private func path(_ method: String, _ unit: UnitName) async throws -> String {
        try await ask(.manager(method, .text(unit.text)), within: Self.limit) {
            reply throws(BusFailure) in
            try reply.path()
        }
    }
}
