import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

extension `A real systemd` {
    @Suite struct `Requests for a unit` {
        let systemd: SystemdHost
        let bus: SystemBus
        let host: Host

        init() async throws {
            systemd = try await SystemdHost.shared
            bus = systemd.makeBus()
            host = Host.live(systemdOn: bus, at: systemd.path(""))
        }

        private func messages(_ verdict: Verdict) -> [String] { verdict.reasons.map(\.message) }

        private func asked(_ unit: String, _ state: SystemdUnit.State = .active) async throws
            -> Verdict
        {
            let capability = SystemdUnit(unit, state, on: host)
            return try await capability.requestAuthorization().meets(state)
        }

        @Test func `A request starts and stops a unit`() async throws {
            let unit = "asked.service"
            try await systemd.write("[Service]", "ExecStart=/bin/sleep infinity", toUnit: unit)
            let start = Procedure("work") {}.condition(
                AuthorizedFor(SystemdUnit(unit, on: host), asking: .once)
            )
            #expect(await ProcedureQueue(width: 1).run(start).isSuccess)
            #expect(try await bus.unit(named: unit).activeState == .active)
            #expect(try await asked(unit, .inactive).isAuthorized)
            #expect(try await bus.unit(named: unit).activeState == .inactive)
        }

        @Test(arguments: [SystemdUnit.State.inactive, .disabled])
        func `A condition that does not ask changes no unit`(
            state: SystemdUnit.State
        ) async throws {
            let unit = "looked-at.service"
            try await systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                "[Install]",
                "WantedBy=multi-user.target",
                toUnit: unit
            )
            try await systemd.run("systemctl", "enable", "--now", unit)
            let work = Procedure("work") { Issue.record("ran") }
                .condition(AuthorizedFor(SystemdUnit(unit, state, on: host)))
            #expect(!(await ProcedureQueue(width: 1).run(work).isSuccess))
            #expect(try await bus.unit(named: unit).activeState == .active)
            #expect(await SystemdUnit(unit, .enabled, on: host).verdict().isAuthorized)
        }

        @Test func `A failed request gives the exit status and last message`() async throws {
            let unit = "asked-fails.service"
            try await systemd.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/sh -c 'echo no room left >&2; journalctl --sync; exit 3'",
                toUnit: unit
            )
            let verdict = try await asked(unit)
            #expect(verdict.answer == .denied)
            #expect(
                messages(verdict) == [
                    "is failed (failed), result exit-code, static",
                    "did not start: its job ended with failed, its process exited with 3; "
                        + "it said: no room left",
                ]
            )
            #expect(
                verdict.reasons.last?.evidence == [
                    Evidence("JobResult", facts: "failed"),
                    Evidence("ExecMainStatus", facts: "exited with 3"),
                    Evidence("journal", facts: "no room left"),
                ]
            )
            let work = Procedure("work") {}.condition(
                AuthorizedFor(SystemdUnit(unit, on: host), asking: .once)
            )
            #expect(
                await ProcedureQueue(width: 1).run(work).description
                    == "refused: `work` did not run: `unit \(unit) active` is refused: "
                    + "`\(unit)` is failed (failed), result exit-code, static, "
                    + "`\(unit)` did not start: its job ended with failed, "
                    + "its process exited with 3; it said: no room left"
            )
        }

        @Test func `A request that ran no process gives nothing of an old run`() async throws {
            try await systemd.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/false",
                toUnit: "asked-needed.service"
            )
            try await systemd.write(
                "[Service]",
                "ExecStart=/bin/sh -c 'echo before; journalctl --sync'",
                toUnit: "asked-needs.service"
            )
            try await systemd.run("systemctl", "start", "--wait", "asked-needs.service")
            try await systemd.write(
                "[Unit]",
                "Requires=asked-needed.service",
                "After=asked-needed.service",
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: "asked-needs.service"
            )
            #expect(
                messages(try await asked("asked-needs.service")) == [
                    "is inactive (dead), static", "did not start: its job ended with dependency",
                ]
            )
        }

        @Test func `A request reports the refusal of systemd`() async throws {
            try await systemd.run("systemctl", "mask", "--runtime", "asked-masked.service")
            try await systemd.write(
                "[Unit]",
                "RefuseManualStart=yes",
                "[Service]",
                "ExecStart=/bin/true",
                toUnit: "asked-manual.service"
            )
            for (unit, messages) in [
                (
                    "asked-masked.service",
                    [
                        "is masked, masked-runtime",
                        "systemd refuses to start it: Unit asked-masked.service is masked",
                    ]
                ),
                (
                    "nosuch.service",
                    [
                        "does not exist here",
                        "systemd refuses to start it: Unit nosuch.service not found",
                    ]
                ),
                (
                    "asked-manual.service",
                    [
                        "is inactive (dead), static",
                        "systemd refuses to start it: Operation refused, "
                            + "unit asked-manual.service may be requested by dependency only "
                            + "(it is configured to refuse manual start/stop)",
                    ]
                ),
            ] {
                let verdict = try await asked(unit)
                #expect(verdict.answer == .denied)
                #expect(self.messages(verdict) == messages)
            }
        }

        @Test func `A request enables and disables a unit at boot`() async throws {
            let unit = "asked-boot.service"
            try await systemd.write(
                "[Service]",
                "ExecStart=/bin/true",
                "[Install]",
                "WantedBy=basic.target",
                toUnit: unit
            )
            #expect(try await asked(unit, .enabled).isAuthorized)
            let wanted = "/etc/systemd/system/basic.target.wants/\(unit)"
            try await systemd.run("test", "-L", wanted)
            #expect(try await asked(unit, .disabled).isAuthorized)
            #expect(try await systemd.status(of: "test", "-L", wanted) == 1)
        }

        /// The test runs in its own process, because a connection belongs to the process that opened it.
        @Test(
            arguments: [
                ("", "; ask interactively"),
                ("--interactively", ", but no authentication agent runs"),
            ]
        )
        func `A request asks polkit about the user`(manner: String, help: String) async throws {
            let unit = "users.service"
            try await systemd.write("[Service]", "ExecStart=/bin/sleep infinity", toUnit: unit)
            let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
            let probe = "exec \(nobody) \(SystemdHost.program("UnitProbe")) \(unit) \(manner)"
            #expect(
                try await systemd.output(of: "sh", "-c", probe)
                    == "is inactive (dead), static; is not permitted to start it: "
                    + "polkit would have to ask\(help)"
            )
            let scene = try await PolkitScene()
            try await scene.rule("return polkit.Result.NO;")
            #expect(
                try await systemd.output(of: "sh", "-c", probe)
                    == "is inactive (dead), static; is not permitted to start it: Permission denied"
            )
            try await scene.rule(
                "if (action.lookup('unit') == '\(unit)' && action.lookup('verb') == 'start') "
                    + "return polkit.Result.YES;"
            )
            #expect(try await systemd.output(of: "sh", "-c", probe) == "runs")
            try await scene.rule(nil)
            try await systemd.run("systemctl", "stop", unit)
        }

        @Test(arguments: [SystemdUnit.State.failed, .loaded, .masked])
        func `A request for a state that cannot be set only looks again`(state: SystemdUnit.State)
            async throws
        {
            let verdict = try await asked("nosuch.service", state)
            #expect(messages(verdict) == ["does not exist here"])
        }
    }
}
