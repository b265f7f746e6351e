/// Random settings of a service.
enum FilterSettings {
    static func lines(_ random: inout SplitMix) -> [String] {
        var lines = ["[Service]"]
        if random.chance(50) { lines.append("User=nobody") }
        if random.chance(20) { lines.append("AmbientCapabilities=CAP_NET_BIND_SERVICE") }
        if random.chance(15) { lines.append("CapabilityBoundingSet=~CAP_NET_RAW CAP_CHOWN") }
        if random.chance(60) {
            for _ in 0...random.below(3) {
                lines.append("RestrictAddressFamilies=\(random.one(of: families))")
            }
        }
        if random.chance(65) { lines += filters(&random) }
        if random.chance(25) { lines.append(random.one(of: devices)) }
        if random.chance(25) { lines.append("PrivateNetwork=yes") }
        let prefix = random.one(of: ["", "", "", "", "", "", "!", "+"])
        lines.append("ExecStart=\(prefix)\(FilterScene.caller)")
        return lines
    }

    private static let devices = [
        "PrivateDevices=yes", "DevicePolicy=closed", "DeviceAllow=/dev/fuse rw",
        "DevicePolicy=auto", "DevicePolicy=closed\nDeviceAllow=/dev/null r",
    ]

    private static let families = [
        "AF_UNIX", "AF_INET AF_INET6", "AF_INET", "AF_INET6 AF_PACKET", "~AF_INET", "~AF_UNIX",
        "~AF_INET6 AF_PACKET", "none", "", "~", "AF_NOSUCH AF_LOCAL", "\"AF_INET\" AF_ROUTE",
        "~AF_FILE AF_INET", "AF_UNIX \"AF_INET",
    ]

    private static let starts = [
        "@system-service", "@basic-io @file-system @process", "@network-io", "~@network-io",
        "~@file-system:EACCES", "~@privileged @resources", "~@chown:EROFS @mount", "@known",
        "~@known:EBUSY", "", "@default",
    ]

    private static let words = [
        "@file-system", "@network-io", "@chown", "@basic-io", "@nosuch2", "open", "openat",
        "openat2",
        "unlink", "unlinkat", "rmdir", "mkdir mkdirat", "chmod fchmodat fchmod", "socket",
        "connect",
        "bind", "socket connect", "stat lstat newfstatat statx", "getdents64", "rename renameat",
        "renameat2", "mknod mknodat", "chdir", "truncate", "execveat", "nosuchcall",
        "access faccessat faccessat2", "symlink symlinkat", "utime utimes utimensat futimesat",
    ]

    private static func filters(_ random: inout SplitMix) -> [String] {
        var lines: [String] = []
        if random.chance(80) { lines.append("SystemCallFilter=\(random.one(of: starts))") }
        for _ in 0..<random.below(5) {
            let isInverted = random.chance(60)
            var text = random.one(of: words)
            // A set that systemd does not know makes every answer unknown.
            if text == "@nosuch2", random.chance(90) { text = "@timer" }
            if random.chance(isInverted ? 40 : 5) {
                text += random.one(of: [":EPERM", ":EROFS", ":kill", ":13", ":WRONG", ":111"])
            }
            lines.append("SystemCallFilter=\(isInverted ? "~" : "")\(text)")
        }
        guard !lines.isEmpty else { return [] }
        if random.chance(75) {
            let error = random.one(of: ["EPERM", "EPERM", "EACCES", "13", "kill", "", "ENOSYS"])
            lines.append("SystemCallErrorNumber=\(error)")
        }
        // What the caller itself needs. Without execve(2), the service does not start.
        let execute = random.chance(95) ? " execve" : ""
        lines.append(
            "SystemCallFilter=read write clone wait4 exit exit_group rt_sigreturn\(execute)"
        )
        return lines
    }
}
