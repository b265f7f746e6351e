import Capabilities
import Kernel
import LinuxCapabilities
import Procedures
import Testing

extension `A real systemd` {
    @Suite struct `Unit as a subject` {
        private static let unit = "subject.service"

        /// The host's init has its own pid namespace, whose numbers mean other processes here.
        @Test func `A unit process in another pid namespace is undetermined`() async throws {
            let systemd = try await SystemdHost.shared
            let host = Host.live(systemdOn: systemd.makeBus())
            let capability = ProcessCapability(.chown, as: .unit(Self.unit), on: host)
            try await systemd.write("[Service]", "ExecStart=/bin/sleep infinity", toUnit: Self.unit)
            #expect(
                await capability.verdict().reasons.map { "\($0.object) \($0.message)" } == [
                    "unit subject.service has no main process: it is inactive (dead); "
                        + "`restarted` asks about the process that systemd would start"
                ]
            )
            try await systemd.run("systemctl", "start", Self.unit)
            let verdict = await capability.verdict()
            guard case .undetermined(let reasons) = verdict else {
                Issue.record("expected no answer, got \(verdict)")
                return
            }
            #expect(reasons.map(\.code) == ["unit-process-elsewhere"])
            try await systemd.run("systemctl", "stop", Self.unit)
        }

        @Test func `A missing unit as a subject is undetermined`() async throws {
            let host = Host.live(systemdOn: try await SystemdHost.shared.makeBus())
            let unit = ProcessCapability(.chown, as: .unit("nosuch.service"), on: host)
            guard case .undetermined(let reasons) = await unit.verdict() else {
                Issue.record("expected no answer")
                return
            }
            #expect(reasons.map(\.message) == ["does not exist here"])
        }
    }
}
