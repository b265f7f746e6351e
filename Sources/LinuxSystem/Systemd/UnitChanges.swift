import Synchronization

/// Reports when systemd's facts about a unit may have changed.
///
/// A look at a unit that is not in systemd's memory makes systemd load it and unload it again, and announce both. Such
/// signals count only if the unit is in memory, or was before the last look.
/// - SeeAlso: org.freedesktop.systemd1(5).
package final class UnitChanges: Sendable {
    private struct Place {
        /// The unit's object. If the unit was asked for by an alias, it is the object of its own name.
        var path: String
        /// Whether systemd had the unit in memory before the last look.
        var isLoaded = false
        /// Whether a change was taken that the next answer will be about.
        var isTaken = false
    }

    private let unit: UnitName
    private let bus: SystemBus
    /// Changes of the unit's state and files, and of systemd itself.
    private let state: BusChanges
    /// Loads and unloads of the unit in systemd's memory.
    private let memory: BusChanges
    private let place: Mutex<Place>

    /// Begins to listen. It listens when the initializer returns.
    ///
    /// - Parameter wake: As in ``BusChanges/init(on:waking:)``.
    /// - Throws: ``InvalidUnitName``; ``BusFailure`` if systemd refuses the subscription; `CancellationError`;
    ///   ``SystemError`` if there is no room for the bus thread. If there is no bus, or no systemd on it, their arrival
    ///   counts as a change.
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
        // Drops changes from before the first look.
        _ = (try state.takeChange(), try memory.takeChange())
    }

    /// Returns whether there was a change since the last call. It subscribes again, so that systemd announces the next
    /// one.
    ///
    /// - Throws: As the initializer; ``BusFailure`` if the bus refuses the subscription.
    package func takeChange() async throws -> Bool {
        // The bus thread may ask for a change after it was taken here, and before the caller knows of it.
        place.withLock { $0.isTaken = true }
        defer { place.withLock { $0.isTaken = false } }
        let isDue = try state.takeChange()
        if !isDue { place.withLock { $0.isTaken = false } }
        guard try memory.takeChange() || isDue else { return false }
        if !isDue, try await wasOurs() { return false }
        try await listen()
        return true
    }

    /// True if ``takeChange()`` will not return false. It may return true without this for a unit that systemd loads,
    /// whose state is announced separately.
    package var hasChanged: Bool {
        let (isLoaded, isTaken) = place.withLock { ($0.isLoaded, $0.isTaken) }
        return isTaken || state.hasChanged || memory.hasChanged && isLoaded
    }

    private var path: String { place.withLock { $0.path } }

    /// Whether the unit was loaded and unloaded only because of a look.
    private func wasOurs() async throws -> Bool {
        guard !place.withLock({ $0.isLoaded }) else { return false }
        return try await told { try await bus.path(ofLoaded: unit) == nil } ?? false
    }

    /// Subscribes to systemd's signals. systemd sends them only to subscribed connections, and forgets a subscription
    /// when its connection ends.
    private func listen() async throws {
        try await told {
            try await bus.subscribe()
            let loaded = try await bus.path(ofLoaded: unit)
            let path = if let loaded { loaded } else { try await bus.path(ofLoading: unit) }
            let before = place.withLock { place in
                defer { (place.path, place.isLoaded) = (path, loaded != nil) }
                return place.path
            }
            guard path != before else { return }
            try state.hear(.unitChanged(at: path))
            state.forget(.unitChanged(at: before))
        }
    }

    /// - Returns: Nil if there is no bus or no systemd to ask. Their arrival counts as a change.
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

    /// The signal that systemd begins or ends to reload all units.
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

    /// Subscribes this connection to systemd's signals.
    fileprivate func subscribe() async throws {
        do {
            try await ask(.manager("Subscribe"), within: Self.limit) { _ in }
        } catch BusFailure.remote(.systemd, "org.freedesktop.systemd1.AlreadySubscribed", _) {}
    }

    /// Returns the object of a unit in systemd's memory, or nil if it is not there.
    fileprivate func path(ofLoaded unit: UnitName) async throws -> String? {
        do {
            return try await path("GetUnit", unit)
        } catch BusFailure.remote(.systemd, "org.freedesktop.systemd1.NoSuchUnit", _) {
            return nil
        }
    }

    /// Returns the object of a unit, which systemd loads if it is not in memory.
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
