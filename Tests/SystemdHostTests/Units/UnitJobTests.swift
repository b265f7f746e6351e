import Foundation
import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `Job of a unit` {
        let systemd: SystemdHost
        let bus: SystemBus

        init() async throws {
            systemd = try await SystemdHost.shared
            bus = systemd.makeBus()
        }

        private func hanging(_ unit: String) async throws {
            try await systemd.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/sleep infinity",
                toUnit: unit
            )
        }

        /// Starts the unit, and returns when systemd has begun the job.
        private func starting(_ unit: String) async throws -> Task<UnitJobResult, any Error> {
            var jobs = try Signals(of: .jobNew, on: bus)
            try await jobs.next { $0 == .listening }
            let task = Task { [bus] in try await bus.run(.start, unit) }
            try await jobs.next { $0 == .signal }
            return task
        }

        @Test func `A cancelled task cancels its job`() async throws {
            try await hanging("hangs.service")
            let task = try await starting("hangs.service")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await bus.unit(named: "hangs.service").job == nil)
            try await systemd.run("systemctl", "stop", "hangs.service")
        }

        @Test func `A cancelled task leaves the job of another client alone`() async throws {
            try await hanging("theirs.service")
            try await systemd.run("systemctl", "start", "--no-block", "theirs.service")
            let job = try #require(try await bus.unit(named: "theirs.service").job)
            let task = Task { [bus] in try await bus.run(.start, "theirs.service") }
            // These calls follow on the same connection. When they end, the first has joined the job.
            for _ in 1...3 { _ = try await bus.unit(named: "theirs.service") }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await bus.unit(named: "theirs.service").job == job)
            try await systemd.run("systemctl", "stop", "theirs.service")
        }

        @Test func `A job that another client stops ends as canceled`() async throws {
            try await hanging("stopped.service")
            let task = try await starting("stopped.service")
            try await systemd.run("systemctl", "stop", "stopped.service")
            #expect(try await task.value == .canceled)
        }

        @Test func `A job that loses its bus ends with an error`() async throws {
            try await hanging("lost.service")
            let task = try await starting("lost.service")
            try await systemd.run("systemctl", "kill", "--signal=KILL", "dbus.service")
            try await systemd.awaitBus()
            await #expect(throws: BusFailure.disconnected(at: systemd.busPath)) {
                try await task.value
            }
            #expect(try await bus.unit(named: "lost.service").job == nil)
            try await systemd.run("systemctl", "stop", "lost.service")
        }

        @Test func `A finished job leaves no match rule on the bus`() async throws {
            try await systemd.write("[Service]", "ExecStart=/bin/true", toUnit: "quick.service")
            let before = try await matches()
            for _ in 1...3 {
                #expect(try await bus.run(.start, "quick.service") == .done)
            }
            // This call is sent after the matches were removed.
            _ = try await bus.unit(named: "quick.service")
            #expect(try await matches() == before)
        }

        /// Returns the number of match rules on the bus for ended jobs.
        private func matches() async throws -> Int {
            let all = try await systemd.output(
                of: "busctl",
                "call",
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus.Debug.Stats",
                "GetAllMatchRules"
            )
            return all.components(separatedBy: "member=\\'JobRemoved").count
        }

        @Test func `A finished or cancelled job leaves no thread or descriptor`() async throws {
            try await systemd.write("[Service]", "ExecStart=/bin/true", toUnit: "quick.service")
            try await hanging("often.service")
            await #expect(processExitsWith: .success) {
                [address = systemd.busAddress as String] in
                let bus = SystemBus(address: address)
                #expect(try await bus.run(.start, "quick.service") == .done)
                let before = try Holdings()
                for _ in 1...20 {
                    #expect(try await bus.run(.restart, "quick.service") == .done)
                    let hanging = Task { try await bus.run(.start, "often.service") }
                    _ = try await bus.unit(named: "often.service")
                    hanging.cancel()
                    _ = try? await hanging.value
                }
                #expect(try Holdings() == before)
                #expect(try await bus.unit(named: "often.service").job == nil)
            }
            try await systemd.run("systemctl", "stop", "often.service")
        }
    }
}

extension BusSignal {
    fileprivate static let jobNew = BusSignal(
        of: .systemd,
        at: "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager",
        "JobNew"
    )
}
