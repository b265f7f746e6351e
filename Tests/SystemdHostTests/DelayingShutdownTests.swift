import Foundation
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

extension `A real systemd` {
    @Suite struct `Work that delays a shutdown` {
        private func probe(_ why: String, on systemd: SystemdHost) -> TalkingProgram {
            systemd.talk(to: [SystemdHost.program("UnitProbe"), "--delay-shutdown", why])
        }

        @Test func `logind lists the lock with its reason, and the work returns its value`()
            async throws
        {
            let systemd = try await SystemdHost.shared
            let why = "Reason \(UUID().uuidString)"
            let probe = probe(why, on: systemd)
            #expect(await probe.line() == "runs")
            let listed = try await systemd.output(of: "systemd-inhibit", "--list", "--no-pager")
            let line = try #require(listed.split(separator: "\n").first { $0.contains(why) })
            #expect(line.hasPrefix("UnitProbe"))
            #expect(line.contains("shutdown"))
            #expect(line.split(separator: " ").last == "delay")

            probe.say("done")
            #expect(await probe.line() == "done")
        }

        @Test func `An error of the work is thrown, and a cancellation reaches the work`()
            async throws
        {
            let systemd = try await SystemdHost.shared
            let failing = probe("It fails", on: systemd)
            #expect(await failing.line() == "runs")
            failing.say("fail")
            #expect(await failing.line() == "failed")

            let cancelled = probe("It is cancelled", on: systemd)
            #expect(await cancelled.line() == "runs")
            cancelled.say("cancel")
            #expect(await cancelled.line() == "cancelled")
            cancelled.say("done")
            #expect(await cancelled.line() == "done")
        }

        @Test func `On a described host, the work runs without a lock`() async throws {
            let host = Host.inMemory(HostFacts())
            #expect(try await delayingShutdown(because: "Why", on: host) { 42 } == 42)
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
            let probe = probe("It tidies up", on: systemd)
            #expect(await probe.line() == "runs")
            try await systemd.run("systemctl", "poweroff")
            #expect(await probe.line() == "cancelled")
            let state = try await systemd.output(
                of: "busctl",
                "get-property",
                "org.freedesktop.login1",
                "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager",
                "PreparingForShutdown"
            )
            #expect(state == "b true")

            probe.say("one")
            probe.say("two")
            #expect(await probe.line() == "two")
            // The lock is gone with the work, and the host ends.
            try await systemd.ended()
        }

        @Test func `Without D-Bus, the work does not begin`() async throws {
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
