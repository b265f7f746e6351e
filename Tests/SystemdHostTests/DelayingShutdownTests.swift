import Foundation
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

extension `A real systemd` {
    @Suite struct `Work that delays a shutdown` {
        private struct Failure: Error {}

        @Test func `logind lists the lock with its reason`() async throws {
            let systemd = try await SystemdHost.shared
            let why = "Reason \(UUID().uuidString)"
            let listed = try await delayingShutdown(
                because: why,
                on: .live(systemdOn: systemd.makeBus())
            ) {
                try await systemd.output(of: "systemd-inhibit", "--list", "--no-pager")
            }
            let line = try #require(listed.split(separator: "\n").first { $0.contains(why) })
            let words = line.split(separator: " ")
            #expect(words.contains("shutdown"))
            #expect(words.last == "delay")
        }

        @Test func `An error of the work is thrown`() async throws {
            let systemd = try await SystemdHost.shared
            await #expect(throws: Failure.self) {
                try await delayingShutdown(
                    because: "It fails",
                    on: .live(systemdOn: systemd.makeBus())
                ) { throw Failure() }
            }
        }

        @Test func `Cancellation of the task cancels the work`() async throws {
            let systemd = try await SystemdHost.shared
            let hasBegun = Latch()
            let task = Task {
                try await delayingShutdown(
                    because: "It is cancelled",
                    on: .live(systemdOn: systemd.makeBus())
                ) {
                    hasBegun.open()
                    await untilCancelled()
                    throw Failure()
                }
            }
            await hasBegun.wait()
            task.cancel()
            await #expect(throws: Failure.self) { try await task.value }
        }

        @Test func `A shutdown cancels the work, and waits for its end`() async throws {
            let systemd = try await SystemdHost.booted()
            // The default of 5 s could be too short on a busy machine.
            try await systemd.run("mkdir", "/etc/systemd/logind.conf.d")
            try await systemd.write(
                "[Login]",
                "InhibitDelayMaxSec=600",
                toUnit: "delay.conf",
                in: "/etc/systemd/logind.conf.d"
            )
            let hasBegun = Latch()
            let host = Host.live(systemdOn: systemd.makeBus())
            async let state = delayingShutdown(because: "It tidies up", on: host) {
                hasBegun.open()
                await untilCancelled()
                return try await systemd.output(
                    of: "busctl",
                    "get-property",
                    "org.freedesktop.login1",
                    "/org/freedesktop/login1",
                    "org.freedesktop.login1.Manager",
                    "PreparingForShutdown"
                )
            }
            await hasBegun.wait()
            try await systemd.run("systemctl", "poweroff")
            #expect(try await state == "b true")
            // The lock is gone with the work, and the host ends.
            try await systemd.ended()
        }

        @Test func `Without logind, the work does not begin`() async throws {
            let bus = SystemBus(address: "unix:path=/nonexistent/bus")
            let error = await #expect(throws: (any Error).self) {
                try await delayingShutdown(because: "Never", on: .live(systemdOn: bus)) {
                    Issue.record("the work began")
                }
            }
            #expect(error.map { "\($0)" } == "no D-Bus at /nonexistent/bus")
        }
    }
}
