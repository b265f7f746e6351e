import TestSupport
import Testing

extension `A real systemd` {
    @Suite struct `Service under a filter of system calls` {
        /// The first filter kills a service for a call of setfsuid(2), also for one that changes nothing. The second,
        /// which systemd recommends, does so for all calls that are newer than this systemd. The third refuses
        /// openat2(2).
        @Test(arguments: [
            ["owner", "/etc", "root"], ["sysctl-at-least", "kernel.pid_max", "1"],
            ["read", "/proc/1/maps"], ["--list", "/etc/systemd"], ["read", "/etc/passwd"],
        ])
        func `A service without privileged calls gets the same answer as one with them`(
            question: [String]
        ) async throws {
            let systemd = try await SystemdHost.shared
            var answers: [String] = []
            for property in [
                "Nice=0", "SystemCallFilter=~@privileged", "SystemCallFilter=@system-service",
                "RestrictSUIDSGID=yes",
            ] {
                let command = [
                    "systemd-run", "--wait", "--pipe", "--quiet", "--property=\(property)",
                    SystemdHost.program("warrant"), "can",
                ]
                let ended = try await systemd.ended(command + question)
                #expect(ended.status <= 2, "\(ended)")
                answers.append("\(ended.status) \(ended.output.prefix { $0 != "\n" })")
            }
            #expect(answers[0].count > 2)
            #expect(Set(answers).count == 1, "\(answers)")
        }
    }
}
