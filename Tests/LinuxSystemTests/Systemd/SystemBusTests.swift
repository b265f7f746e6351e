import LinuxSystem
import Testing

/// Tests that need no systemd; the others are with the systemd host.
@Suite(.timeLimit(.minutes(20))) struct `A system bus` {
    @Test func `A missing library is reported`() async {
        let bus = SystemBus(address: "unix:path=/nowhere", library: "libnosuch.so.0")
        let error = await #expect(throws: BusFailure.self) {
            try await bus.unit(named: "a.service")
        }
        guard case .libraryMissing("libnosuch.so.0", let detail) = error else {
            Issue.record("not a missing library: \(String(describing: error))")
            return
        }
        #expect(detail.hasPrefix("is in none of /usr/lib/"))
        #expect(detail.hasSuffix(", /usr/lib64, /lib64, /usr/lib, /lib"))
    }

    @Test func `A library that lacks a function is reported`() async throws {
        let bus = SystemBus(address: "unix:path=/nowhere", library: "libm.so.6")
        let error = await #expect(throws: BusFailure.self) {
            try await bus.unit(named: "a.service")
        }
        guard case .libraryMissing("libm.so.6", let detail) = error else {
            Issue.record("not a missing library: \(String(describing: error))")
            return
        }
        #expect(detail.hasSuffix(": undefined symbol: sd_bus_new"))
    }

    @Test func `A missing bus is reported each time`() async {
        let bus = SystemBus(address: "unix:path=/nowhere/socket")
        for _ in 1...2 {
            await #expect(throws: BusFailure.noBus(at: "/nowhere/socket", code: 2)) {
                try await bus.unit(named: "a.service")
            }
        }
    }

    @Test func `An invalid unit name is refused without a question`() async {
        let bus = SystemBus(address: "unix:path=/nowhere/socket")
        await #expect(throws: InvalidUnitName("a/b.service", .slash)) {
            try await bus.unit(named: "a/b.service")
        }
        await #expect(throws: InvalidUnitName("a", .noType)) {
            try await bus.unitFileState(of: "a")
        }
        let error = await #expect(throws: InvalidUnitName.self) {
            try await bus.unit(named: "getty@.service")
        }
        #expect(
            error?.description
                == "`getty@.service` is a template; name an instance of it, such as `getty@1.service`"
        )
    }

    @Test func `A bus without systemd is reported`() async throws {
        let daemon = try await PrivateBus()
        await #expect(throws: BusFailure.absent(.systemd, at: daemon.path)) {
            try await SystemBus(address: daemon.address).unit(named: "a.service")
        }
    }

    @Test func `A question without an answer ends at its limit`() async throws {
        let daemon = try await PrivateBus()
        daemon.freeze()
        let limit = Duration.milliseconds(50)
        await #expect(throws: BusFailure.timedOut(at: daemon.path, after: limit)) {
            try await SystemBus(address: daemon.address).unit(named: "a.service", within: limit)
        }
    }

    @Test func `A connection that failed to start is given up`() async throws {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        daemon.freeze()
        await #expect(throws: BusFailure.self) {
            try await bus.unit(named: "a.service", within: .milliseconds(1))
        }
        try await daemon.end()
        try await daemon.start()
        await #expect(throws: BusFailure.absent(.systemd, at: daemon.path)) {
            try await bus.unit(named: "a.service")
        }
    }

    @Test func `A cancelled question ends at once`() async throws {
        let daemon = try await PrivateBus()
        daemon.freeze()
        let bus = SystemBus(address: daemon.address)
        let question = Task.immediate {
            try await bus.unit(named: "a.service", within: .seconds(3600))
        }
        question.cancel()
        await #expect(throws: CancellationError.self) { try await question.value }
    }

    @Test func `Open questions fail when the bus goes away, and later ones are answered`()
        async throws
    {
        let daemon = try await PrivateBus()
        let bus = SystemBus(address: daemon.address)
        await #expect(throws: BusFailure.absent(.systemd, at: daemon.path)) {
            try await bus.unit(named: "a.service")
        }
        daemon.freeze()
        let open = Task.immediate { try await bus.unit(named: "a.service", within: .seconds(3600)) }
        // This request is sent after the other one. When it ends, the other one is therefore open.
        await #expect(throws: BusFailure.self) {
            try await bus.unit(named: "b.service", within: .milliseconds(20))
        }
        try await daemon.end()
        await #expect(throws: BusFailure.disconnected(at: daemon.path)) { try await open.value }
        await #expect(throws: BusFailure.noBus(at: daemon.path, code: 2)) {
            try await bus.unit(named: "a.service")
        }
        try await daemon.start()
        await #expect(throws: BusFailure.absent(.systemd, at: daemon.path)) {
            try await bus.unit(named: "a.service")
        }
    }
}
