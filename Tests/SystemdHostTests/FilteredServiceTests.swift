import Testing

extension `A real systemd` {
    @Suite struct `Service under a filter of system calls` {
        /// Such a filter kills a service for a call of setfsuid(2), also for one that changes nothing.
        @Test(arguments: [
            ["owner", "/etc", "root"], ["sysctl-at-least", "kernel.pid_max", "1"],
            ["read", "/proc/1/maps"], ["--list", "/etc/systemd"], ["read", "/etc/passwd"],
        ])
        func `A service without privileged calls gets its answers`(question: [String]) async throws
        {
            let systemd = try await SystemdHost.shared
            let status = try await systemd.status(
                ofCommand: [
                    "systemd-run", "--wait", "--pipe", "--quiet",
                    "--property=SystemCallFilter=~@privileged", SystemdHost.program("warrant"),
                    "can",
                ] + question
            )
            #expect([0, 1, 2].contains(status), "\(status)")
        }
    }
}
