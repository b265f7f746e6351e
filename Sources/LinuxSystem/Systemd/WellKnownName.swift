import Text

/// A name that a service takes on a bus, such as `org.freedesktop.login1`.
///
/// - SeeAlso: "Valid Names" in the D-Bus specification.
package struct WellKnownName: Hashable, Sendable {
    package let text: String

    /// - Throws: ``InvalidBusName`` for any other text, and for the unique name of a connection, `:1.42`.
    package init(_ text: String) throws(InvalidBusName) {
        let elements = text.utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard text.utf8.count <= 255, elements.count >= 2, elements.allSatisfy(Self.isElement)
        else { throw InvalidBusName(text: text) }
        self.text = text
    }

    private static func isElement(_ element: Substring.UTF8View) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = element.first, !digits.contains(first) else { return false }
        return element.allSatisfy { byte in
            digits.contains(byte) || letters.contains(byte | 0x20)
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }
}

/// A text that is no well-known name. The bus is not asked about it.
package struct InvalidBusName: Error, Hashable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}

extension InvalidBusName: CustomStringConvertible {
    package var description: String {
        "`\(text.onOneLine)` is no well-known name of D-Bus; write it like `org.freedesktop.login1`"
    }
}

/// The state of a name on a bus.
package struct BusNameFacts: Hashable, Sendable {
    /// The connection that owns the name: `:1.42`.
    package var owner: String?
    /// True if the bus starts a service for the name when a message to it arrives.
    package var isActivatable: Bool

    package init(owner: String? = nil, isActivatable: Bool = false) {
        self.owner = owner
        self.isActivatable = isActivatable
    }
}

extension SystemBus {
    /// Returns what the bus knows about a name. This starts no service.
    ///
    /// - Throws: ``BusFailure``; `CancellationError`; ``SystemError`` if there is no room for the bus thread.
    package func facts(
        of name: WellKnownName,
        within limit: Duration = .seconds(30)
    ) async throws -> BusNameFacts {
        let names = try await ask(.bus("ListActivatableNames"), within: limit) {
            reply throws(BusFailure) in
            try reply.array()
        }
        return BusNameFacts(
            owner: try await owner(ofName: name.text, within: limit),
            isActivatable: names.contains(name.text)
        )
    }

    /// Returns the unique name of the connection that owns a name, or nil if there is none.
    ///
    /// - Throws: As ``facts(of:within:)``.
    package func owner(
        ofName name: String,
        within limit: Duration = .seconds(30)
    ) async throws -> String? {
        do {
            return try await ask(.bus("GetNameOwner", .text(name)), within: limit) {
                reply throws(BusFailure) in
                try reply.text()
            }
        } catch BusFailure.absent(.bus, _) {
            return nil
        }
    }

    /// Has the bus start the service of a name, and waits until the service owns the name.
    ///
    /// A start that has begun continues after a cancellation.
    /// - Throws: ``BusFailure``: `absent` if no service can be started for the name, `remote` or `accessDenied` if the
    ///   start fails; otherwise as ``facts(of:within:)``.
    package func startService(
        of name: WellKnownName,
        within limit: Duration
    ) async throws {
        let call = MethodCall.bus("StartServiceByName", .text(name.text), .number(0))
        try await ask(call, within: limit) { _ in }
    }

    /// Reports when the facts of a name may have changed.
    ///
    /// - Throws: ``SystemError`` if there is no room for the bus thread.
    package func changes(
        of name: WellKnownName,
        waking wake: @escaping @Sendable () -> Void
    ) throws(SystemError) -> BusChanges {
        let changes = BusChanges(on: self, waking: wake)
        try changes.hear(.ownerChanged(of: name.text))
        try changes.hear(.activatableServicesChanged)
        return changes
    }
}

extension BusSignal {
    /// The signal that the bus may start other services than before.
    fileprivate static let activatableServicesChanged = Self(
        of: .bus,
        at: "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "ActivatableServicesChanged"
    )
}
