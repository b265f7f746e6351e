import LinuxSystem
import TestSupport
import Testing

/// Tests with the one signal that a bus without services sends: a name has a new owner.
@Suite(.timeLimit(.minutes(20))) struct `A signal of the bus` {
    private enum Heard: Equatable {
        case listening, deaf
        case name(String)
    }

    /// A listener. The stream ends with it.
    private final class Ear: Sendable {
        let continuation: AsyncStream<Heard>.Continuation
        init(_ continuation: AsyncStream<Heard>.Continuation) { self.continuation = continuation }
        deinit { continuation.finish() }
    }

    private static let signal = BusSignal(
        of: .bus,
        at: "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "NameOwnerChanged"
    )

    private static func listen(
        on bus: SystemBus,
        to signal: BusSignal = signal
    ) throws -> (subscription: BusSubscription, heard: AsyncStream<Heard>.Iterator) {
        let (stream, continuation) = AsyncStream<Heard>.makeStream()
        let ear = Ear(continuation)
        let subscription = try bus.listen(to: signal) { message throws(BusFailure) in
            try message.text()
        } _: { event in
            switch event {
            case .listening: ear.continuation.yield(.listening)
            case .signal(let name, let sender):
                ear.continuation.yield(.name(sender == "org.freedesktop.DBus" ? name : "forged"))
            case .deaf: ear.continuation.yield(.deaf)
            }
        }
        return (subscription, stream.makeAsyncIterator())
    }

    @Test func `A signal arrives with its content and sender`() async throws {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        var (subscription, heard) = try Self.listen(on: bus)
        #expect(await heard.next(isolation: #isolation) == .listening)
        _ = try? await SystemBus(address: daemon.address).unit(named: "a.service")
        guard case .name(let name) = await heard.next(isolation: #isolation) else {
            Issue.record("no signal")
            return
        }
        #expect(name.hasPrefix(":1."))
        withExtendedLifetime(subscription) {}
    }

    @Test func `Every listener receives the whole signal`() async throws {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        var (first, hears) = try Self.listen(on: bus)
        #expect(await hears.next(isolation: #isolation) == .listening)
        // The second listener joins an existing subscription.
        var (second, hearsToo) = try Self.listen(on: bus)
        #expect(await hearsToo.next(isolation: #isolation) == .listening)
        _ = try? await SystemBus(address: daemon.address).unit(named: "a.service")
        let name = await hears.next(isolation: #isolation)
        #expect(await hearsToo.next(isolation: #isolation) == name)
        guard case .name(let text) = name, text.hasPrefix(":1.") else {
            Issue.record("no name: \(String(describing: name))")
            return
        }
        withExtendedLifetime((first, second)) {}
    }

    @Test func `A signal with another first argument is not delivered`() async throws {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        let other = BusSignal(
            of: .bus,
            at: "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "NameOwnerChanged",
            firstArgument: "org.example.other"
        )
        var (subscription, heard) = try Self.listen(on: bus, to: other)
        #expect(await heard.next(isolation: #isolation) == .listening)
        _ = try? await SystemBus(address: daemon.address).unit(named: "a.service")
        // Signals that the bus sent before its answer are reported before it.
        _ = try? await bus.unit(named: "a.service")
        try await daemon.end()
        #expect(await heard.next(isolation: #isolation) == .deaf)
        withExtendedLifetime(subscription) {}
    }

    @Test func `Signals continue after the bus is back, without a question`()
        async throws
    {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        var (subscription, heard) = try Self.listen(on: bus)
        for _ in 1...3 {
            #expect(await heard.next(isolation: #isolation) == .listening)
            try await daemon.end()
            // The end of the bus's own name may be reported first.
            while let event = await heard.next(isolation: #isolation), event != .deaf {}
            try await daemon.start()
        }
        #expect(await heard.next(isolation: #isolation) == .listening)
        withExtendedLifetime(subscription) {}
    }

    @Test func `A listener waits for a bus that is missing, while questions fail`()
        async throws
    {
        let daemon = try await PrivateBus()
        try await daemon.end()
        let bus = SystemBus(address: daemon.address)
        var (subscription, heard) = try Self.listen(on: bus)
        await #expect(throws: BusFailure.noBus(at: daemon.path, code: 2)) {
            try await bus.unit(named: "a.service")
        }
        #expect(await heard.next(isolation: #isolation) == .deaf)
        try await daemon.start()
        #expect(await heard.next(isolation: #isolation) == .listening)
        withExtendedLifetime(subscription) {}
    }

    @Test func `A listener waits for a bus that is slow to listen`() async throws {
        let daemon = try await PrivateBus()
        try await daemon.end()
        let bus = SystemBus(address: daemon.address)
        var (subscription, heard) = try Self.listen(on: bus)
        #expect(await heard.next(isolation: #isolation) == .deaf)
        // The bound socket refuses connections at first, and no event reports the end of that.
        try await daemon.start { _ = try await runCommand(["true"]) }
        #expect(await heard.next(isolation: #isolation) == .listening)
        withExtendedLifetime(subscription) {}
    }

    @Test func `An ended subscription receives no signal`() async throws {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        var heard: AsyncStream<Heard>.Iterator
        do {
            let (subscription, events) = try Self.listen(on: bus)
            heard = events
            #expect(await heard.next(isolation: #isolation) == .listening)
            withExtendedLifetime(subscription) {}
        }
        #expect(await heard.next(isolation: #isolation) == nil)
    }
}
