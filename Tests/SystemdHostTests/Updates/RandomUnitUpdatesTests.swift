import Capabilities
import Foundation
import LinuxCapabilities
import TestSupport
import Testing

@testable import LinuxSystem

extension `A real systemd` {
    /// A thousand real changes, reported by systemd's own signals.
    @Suite struct `Updates of a unit at random` {
        @Test(arguments: [SystemdUnit.State.active, .inactive, .failed, .enabled])
        func `Updates end with the last state of the unit`(state: SystemdUnit.State) async throws {
            let systemd = try await SystemdHost.shared
            try await withFreshSeed { seed in
                let host = Host.live(systemdOn: systemd.makeBus())
                let name = "random-\(state.rawValue)"
                var unit = try await ChangingUnit(name, on: systemd, seed: seed)
                let capability = SystemdUnit(unit.name, state, on: host)
                try await History.watch(capability, 250, seed: seed) {
                    try await unit.change()
                }
            }
        }
    }
}

/// A unit that a test changes at random over its own bus connection, one visible step at a time.
private struct ChangingUnit {
    let name: String
    /// The path of a file that makes the unit fail to start.
    private let obstacle: String
    private let bus: SystemBus
    private var random: SplitMix

    init(_ name: String, on systemd: SystemdHost, seed: UInt64) async throws {
        self.name = "\(name).service"
        obstacle = systemd.path("/run/\(name)-fails")
        bus = systemd.makeBus()
        random = SplitMix(seed: seed)
        try await systemd.write(
            "[Unit]",
            "StartLimitIntervalSec=0",
            "[Service]",
            "Type=oneshot",
            "RemainAfterExit=yes",
            "ExecStart=/usr/bin/test ! -e /run/\(name)-fails",
            "[Install]",
            "WantedBy=sysinit.target",
            toUnit: self.name,
            // A unit in the administrator's directory cannot be masked.
            in: "/usr/lib/systemd/system"
        )
    }

    mutating func change() async throws {
        let kind = random.below(100)
        switch kind {
        case ..<35:
            if random.chance(30) {
                _ = FileManager.default.createFile(atPath: obstacle, contents: nil)
            } else {
                try? FileManager.default.removeItem(atPath: obstacle)
            }
            _ = try await run(.start)
        case ..<60: _ = try await run(.stop)
        case ..<68: _ = try await run(.restart)
        case ..<72: try await tell("ResetFailedUnit", .text(name))
        case ..<74: try await tell("KillUnit", .text(name), .text("all"), .signedNumber(9))
        case ..<80: try await enable(true)
        case ..<86: try await enable(false)
        case ..<88:
            try await tell("MaskUnitFiles", .texts([name]), .flag(false), .flag(true))
            try await tell("Reload")
        // Unmasking is more frequent than masking, because nothing else changes a masked unit.
        case ..<98:
            try await tell("UnmaskUnitFiles", .texts([name]), .flag(false))
            try await tell("Reload")
        default: try await tell("Reload")
        }
    }

    /// Runs an operation, or returns nil if it is refused: a masked unit cannot be started.
    private func run(_ operation: UnitOperation) async throws -> UnitJobResult? {
        do {
            return try await bus.run(operation, name)
        } catch BusFailure.remote(.systemd, _, _) {
            return nil
        }
    }

    /// Enables or disables the unit, which is refused for a masked unit.
    private func enable(_ isEnabled: Bool) async throws {
        do {
            try await bus.enable(isEnabled, name)
        } catch BusFailure.remote(.systemd, _, _) {}
    }

    /// Calls a method of systemd, which is refused if there is nothing to do.
    private func tell(_ member: String, _ arguments: BusArgument...) async throws {
        let call = MethodCall(
            service: .systemd,
            path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.systemd1.Manager",
            member: member,
            arguments: arguments
        )
        do {
            try await bus.ask(call, within: .seconds(30)) { _ in }
        } catch BusFailure.remote(.systemd, _, _) {}
    }
}
