import Capabilities
import Foundation
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

extension `A real systemd` {
    @Suite struct `Control over a unit` {
        private static let unit = "controlled.service"

        let scene: PolkitScene

        init() async throws {
            scene = try await PolkitScene()
            try await scene.systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: Self.unit
            )
        }

        private func asker(
            _ operation: UnitControl.Operation,
            _ unit: String = unit
        ) -> UnitControl {
            UnitControl(operation, unit, as: .unit(PolkitScene.asker), on: scene.host)
        }

        private func root(
            _ operation: UnitControl.Operation,
            _ unit: String = unit
        ) -> UnitControl {
            UnitControl(operation, unit, on: scene.host)
        }

        private func messages(_ verdict: Verdict) -> [String] { verdict.reasons.map(\.message) }

        @Test func `Root may control a unit, and polkit is not asked`() async throws {
            #expect(
                messages(await root(.start).verdict()) == [
                    "accepts start from root", "can start",
                ]
            )
            #expect(await root(.restart).verdict().isAuthorized)
            #expect(await root(.stop).verdict().isAuthorized)
        }

        /// systemctl(1) of root also uses the socket of systemd itself, which does not count.
        @Test(arguments: [
            ("InaccessiblePaths=/run/dbus /run/systemd/private", 2, false),
            ("InaccessiblePaths=/run/systemd/private", 0, true),
            ("ProtectSystem=strict", 0, true),
        ])
        func `A service controls units only if its mounts show it the bus`(
            line: String,
            status: Int,
            isPossible: Bool
        ) async throws {
            let name = "caller-\(status)\(isPossible)\(line.utf8.count).service"
            try await scene.systemd.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/systemctl start \(Self.unit)",
                line,
                toUnit: name
            )
            let command = [
                SystemdHost.program("warrant"), "can", "--unit-file",
                "/etc/systemd/system/\(name)", "start", Self.unit,
            ]
            let foretold = try await scene.systemd.ended(command)
            #expect(foretold.status == status, "\(foretold)")
            let started = try await scene.systemd.ended(["systemctl", "start", name])
            #expect((started.status == 0) == isPossible, "\(started)")
            // The same holds for a process that runs.
            let running = "running-\(name)"
            try await scene.systemd.write(
                "[Service]",
                "Type=exec",
                "ExecStart=/bin/sleep infinity",
                line,
                toUnit: running
            )
            try await scene.systemd.run("systemctl", "start", running)
            let asked = try await scene.systemd.ended([
                SystemdHost.program("warrant"), "can", "--unit", running, "start", Self.unit,
            ])
            #expect(asked.status == status, "\(asked)")
            try await scene.systemd.run("systemctl", "stop", running)
        }

        @Test func `Control depends on the unit and the verb in polkit`() async throws {
            #expect(
                messages(await asker(.restart).verdict())
                    == ["is not decided: polkit would have to ask"]
            )
            try await scene.rule(
                "if (action.id == 'org.freedesktop.systemd1.manage-units') "
                    + "return action.lookup('unit') == 'controlled.service' "
                    + "&& action.lookup('verb') == 'restart' "
                    + "? polkit.Result.YES : polkit.Result.NO;"
            )
            #expect(
                messages(await asker(.restart).verdict()) == [
                    "is allowed by polkit", "can restart",
                ]
            )
            for refused in [asker(.stop), asker(.restart, PolkitScene.asker)] {
                let verdict = await refused.verdict()
                #expect(verdict.answer == .denied)
                #expect(messages(verdict).first == "is not allowed by polkit")
                #expect(verdict.reasons.dropFirst().map(\.code) == ["not-by-itself"])
            }
            try await scene.rule(nil)
        }

        @Test func `Control is denied if the unit does not support it`() async throws {
            try await scene.systemd.run("systemctl", "mask", "--runtime", "masked-control.service")
            try await scene.systemd.write(
                "[Unit]",
                "RefuseManualStop=yes",
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                "ExecReload=/bin/true",
                toUnit: "kept.service"
            )
            for (control, message) in [
                (root(.start, "masked-control.service"), "does not accept start: it is masked"),
                (root(.start, "nosuch.service"), "does not exist here"),
                (root(.reload), "does not accept reload: its unit file does not allow it"),
                (
                    root(.reload, "kept.service"),
                    "does not accept reload: it is inactive (dead)"
                ),
                (
                    root(.stop, "kept.service"),
                    "does not accept stop: its unit file does not allow it"
                ),
                (
                    root(.restart, "kept.service"),
                    "does not accept restart: its unit file does not allow it"
                ),
            ] {
                let verdict = await control.verdict()
                #expect(verdict.answer == .denied)
                #expect(messages(verdict) == [message])
            }
        }

        /// systemctl(1) decides. systemd neither starts nor stops a device, but it starts and stops the units that
        /// depend on it.
        @Test(
            arguments: UnitControl.Operation.allCases,
            ["dev-nosuch.device", "-.slice", "init.scope", "basic.target", unit]
        )
        func `Control agrees with systemctl on special units`(
            operation: UnitControl.Operation,
            unit: String
        ) async throws {
            // The operation would end all other units.
            if operation != .start, operation != .reload, unit == "basic.target" { return }
            let verdict = await root(operation, unit).verdict()
            let status = try await scene.systemd.status(
                of: "systemctl",
                operation.rawValue,
                "--no-block",
                "--",
                unit
            )
            #expect(verdict.isAuthorized == (status == 0), "\(operation) \(unit)")
            // Jobs that wait for a device are cancelled.
            try await scene.systemd.run("systemctl", "cancel")
            try await scene.systemd.run("systemctl", "stop", Self.unit)
        }

        /// Root of a user namespace is another user to systemd.
        @Test func `Control by root of a user namespace is not known`() async throws {
            let warrant = SystemdHost.program("warrant")
            for (user, status, said) in [
                ("65534", 2, "the bus counts users in another user namespace"),
                ("0", 0, "accepts start from root"),
            ] {
                let command = [
                    "setpriv", "--reuid", user, "--regid", user, "--clear-groups",
                    "unshare", "--user", "--map-root-user",
                ]
                let line = command + [warrant, "can", "start", Self.unit]
                let ended = try await scene.systemd.ended(line)
                #expect(ended.status == status)
                #expect(ended.output.contains(said), "\(ended.output)")
                // The answer of systemd itself.
                let told = command + ["systemctl", "start", "--no-ask-password", Self.unit]
                #expect((try await scene.systemd.status(ofCommand: told) == 0) == (status == 0))
            }
            try await scene.systemd.run("systemctl", "stop", Self.unit)
        }

        /// The namespace maps the caller to itself, and root to another user.
        @Test func `Control is not known for a user that the bus maps differently`() async throws {
            let script = """
                cd $(mktemp --directory); mkfifo made mapped
                unshare --user --keep-caps sh -c '
                    echo > made; cat mapped > /dev/null
                    exec setpriv --reuid 65534 --clear-groups "$0" "$@"
                ' "$@" & cat made > /dev/null
                printf '0 100000 1000\n65534 65534 1\n' > /proc/$!/uid_map
                printf '0 100000 1000\n' > /proc/$!/gid_map
                echo > mapped; wait $!
                """
            let question = [SystemdHost.program("warrant"), "can", "--as", "root", "start"]
            let ended = try await scene.systemd.ended(
                ["sh", "-c", script, "sh"] + question + [Self.unit]
            )
            #expect(ended.status == 2)
            #expect(
                ended.output.contains("the bus counts users in another user namespace"),
                "\(ended.output)"
            )
        }

        @Test func `A permit carries out the operation`() async throws {
            let bus = scene.bus
            for operation in [UnitControl.Operation.start, .restart] {
                let before = try await bus.unit(named: Self.unit).invocation
                try await withPermit(for: root(operation)) { try await $0.carryOut() }
                let after = try await bus.unit(named: Self.unit)
                #expect(after.activeState == .active)
                #expect(after.invocation != before)
            }
            try await withPermit(for: root(.stop)) { try await $0.carryOut() }
            #expect(try await bus.unit(named: Self.unit).activeState == .inactive)
        }

        @Test func `An operation that fails reports the cause`() async throws {
            let unit = "uncontrolled.service"
            try await scene.systemd.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/sh -c 'kill -9 $$$$'",
                toUnit: unit
            )
            let error = await #expect(throws: UnitControlFailure.self) {
                try await withPermit(for: root(.start, unit)) { try await $0.carryOut() }
            }
            #expect(
                error?.description
                    == "`\(unit)` did not start: its job ended with failed, "
                    + "its process was killed by signal 9"
            )
            try await scene.systemd.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/sleep infinity",
                toUnit: unit
            )
            let late = await #expect(throws: UnitControlFailure.self) {
                try await withPermit(for: root(.start, unit)) {
                    try await $0.carryOut(within: .milliseconds(100))
                }
            }
            #expect(
                late?.description
                    == "`\(unit)` did not start within 100 ms"
            )
            #expect(try await scene.bus.unit(named: unit).job == nil)
            try await scene.systemd.run("systemctl", "stop", unit)
        }

        @Test func `Control over a unit keeps the contract of capabilities`() async throws {
            let contract = CapabilityContract(within: .seconds(600)) { self.asker(.restart) }
                .unlike(asker(.stop), asker(.restart, "a.service"), root(.restart))
                .undetermined {}
                .authorized { try await scene.rule("return polkit.Result.YES;") }
                .denied { try await scene.rule("return polkit.Result.NO;") }
            #expect(await contract.violations() == [])
            try await scene.rule(nil)
        }

        /// As for a user, a separate unprivileged process asks about itself.
        @Test func `A policy may require control over a unit`() async throws {
            let policy = "/run/control.yaml"
            let text = "warrant: 1\nname: p\nrequire:\n  - restart: controlled.service\n"
            try text.write(toFile: scene.systemd.path(policy), atomically: true, encoding: .utf8)
            let check = "\(SystemdHost.program("warrant")) check \(policy)"
            #expect(try await scene.systemd.status(of: "sh", "-c", "exec \(check)") == 0)
            // Only root may send details to polkit.
            let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
            #expect(try await scene.systemd.status(of: "sh", "-c", "exec \(nobody) \(check)") == 2)
        }
    }
}
