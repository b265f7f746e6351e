import Foundation
import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `One connection to the bus` {
        let host: SystemdHost
        let bus: SystemBus

        init() async throws {
            host = try await SystemdHost.shared
            bus = host.makeBus()
        }

        @Test func `A connection answers 200 concurrent questions`() async throws {
            let names = (0..<200).map { "unit\($0).service" }
            let answers = try await withThrowingTaskGroup(of: (String, UnitFacts).self) { group in
                for name in names { group.addTask { (name, try await bus.unit(named: name)) } }
                return try await group.reduce(into: [String: String]()) { $0[$1.0] = $1.1.id }
            }
            #expect(answers == Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        }

        @Test func `A connection answers again after a restart of the bus`() async throws {
            let before = try await bus.unit(named: "dbus.socket")
            try await host.run("systemctl", "restart", "dbus.service")
            try await host.awaitBus()
            #expect(try await bus.unit(named: "dbus.socket") == before)
        }

        @Test func `Open questions fail when the bus goes away`() async throws {
            _ = try await bus.unit(named: "dbus.service")
            try await host.run("systemctl", "kill", "--signal=STOP", "dbus.service")
            let open = (0..<50).map { number in
                Task.immediate {
                    try await bus.unit(named: "unit\(number).service", within: .seconds(3600))
                }
            }
            // This request is sent after the others. When it ends, they have reached the bus.
            await #expect(throws: BusFailure.timedOut(at: host.busPath, after: .milliseconds(50))) {
                try await bus.unit(named: "last.service", within: .milliseconds(50))
            }
            try await host.run("systemctl", "kill", "--signal=KILL", "dbus.service")
            try await host.awaitBus()
            for question in open {
                await #expect(throws: BusFailure.disconnected(at: host.busPath)) {
                    try await question.value
                }
            }
            #expect(try await bus.unit(named: "dbus.service").activeState == .active)
        }

        @Test func `A question fails without a bus, and succeeds once it is back`() async throws {
            _ = try await bus.unit(named: "dbus.service")
            try await host.run("systemctl", "stop", "dbus.socket", "dbus.service")
            await #expect(throws: BusFailure.noBus(at: host.busPath, code: ECONNREFUSED)) {
                try await bus.unit(named: "dbus.service")
            }
            try await host.run("systemctl", "start", "dbus.socket")
            try await host.awaitBus()
            #expect(try await bus.unit(named: "dbus.service").activeState == .active)
        }

        @Test func `A refusal by the policy of the bus is reported`() async throws {
            let rule = #"<deny send_interface="org.freedesktop.DBus.Properties"/>"#
            let policy = #"<busconfig><policy context="mandatory">\#(rule)</policy></busconfig>"#
            let file = "/etc/dbus-1/system.d/test.conf"
            try await host.run("sh", "-c", "echo '\(policy)' >\(file)")
            try await host.run("systemctl", "reload", "dbus.service")
            let error = await #expect(throws: BusFailure.self) {
                try await bus.unit(named: "dbus.service")
            }
            try await host.run("rm", file)
            try await host.run("systemctl", "reload", "dbus.service")
            guard case .accessDenied(host.busPath, _) = error else {
                Issue.record("not a denial: \(String(describing: error))")
                return
            }
        }

        @Test func `A connection needs no more resources for 1,000 questions than for one`()
            async throws
        {
            // The test runs in its own process, because other tests start and end here.
            await #expect(processExitsWith: .success) { [address = host.busAddress as String] in
                let bus = SystemBus(address: address)
                _ = try await bus.unit(named: "dbus.service")
                let before = try Holdings()
                for number in 1...1000 { _ = try await bus.unit(named: "u\(number).service") }
                #expect(try Holdings() == before)
            }
        }

        @Test func `A closed connection leaves no thread or descriptor`() async throws {
            await #expect(processExitsWith: .success) { [address = host.busAddress as String] in
                let before = try Holdings()
                for _ in 1...200 {
                    _ = try await SystemBus(address: address).unit(named: "a.service")
                }
                // The last of them may be about to end.
                let after = try Holdings()
                #expect(after.threads < before.threads + 100)
                #expect(after.descriptors < before.descriptors + 200)
            }
        }
    }
}
