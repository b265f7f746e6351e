import TestSupport

/// Random unit files with drop-ins.
struct RandomUnitFile {
    /// The texts by path.
    private(set) var files: [String: String] = [:]
    let name: String
    let path: String

    init(_ number: Int, using random: inout SplitMix) {
        let names = ["u\(number)-a-b.service", "u\(number).service", "u\(number)-a@x-y.service"]
        name = names.randomElement(using: &random) ?? names[0]
        path = "\(Self.folders.randomElement(using: &random) ?? "/run/systemd/system")/\(name)"
        files[path] =
            "[Service]\nType=oneshot\nExecStart=/bin/true\n" + Self.lines(using: &random)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let folder = Self.folders.randomElement(using: &random) ?? ""
            let owner = Self.owners(of: name).randomElement(using: &random) ?? name
            let file = ["a.conf", "b.conf", "c.conf", "d.txt"].randomElement(using: &random) ?? ""
            let text = "[Service]\n" + Self.lines(using: &random)
            files["\(folder)/\(owner).d/\(file)"] =
                Int.random(in: 0..<8, using: &random) == 0 ? "" : text
        }
    }

    private static let folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    ]

    private static func owners(of name: String) -> [String] {
        var owners = [name]
        let start = name.prefix { $0 != "-" && $0 != "." }
        if name.contains("-") { owners.append("\(start)-.service") }
        if name.contains("@") { owners += ["\(start)-a@.service", "\(start)-@x-y.service"] }
        return owners
    }

    private static func lines(using random: inout SplitMix) -> String {
        (0..<Int.random(in: 0...14, using: &random)).map { _ in line(using: &random) + "\n" }
            .joined()
    }

    private static func line(using random: inout SplitMix) -> String {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: return "# User=comment"
        case 1: return "nonsense"
        case 2: return "[X-Other]\nUser=other\n[Service]"
        case 3: return "ReadOnlyPaths=/one \\\n ; comment\n   /two"
        case 4:
            return ["User=a:b", "RootDirectory=a", "[Service", "ExecStartPre=a/"]
                .randomElement(using: &random).map {
                    Int.random(in: 0..<6, using: &random) == 0 ? $0 : ""
                } ?? ""
        default:
            let setting = settings.randomElement(using: &random)
            guard let (names, values) = setting, let name = names.randomElement(using: &random)
            else {
                return ""
            }
            let count = values.isList ? Int.random(in: 0...3, using: &random) : 1
            let words = (0..<count).map { _ in values.words.randomElement(using: &random) ?? "" }
            return "\(name)=\(words.joined(separator: " "))"
        }
    }

    private static let paths = [
        "/a", "-/b", "+/c", "-+/d//e/./f", "/g/../h", "relative", "\"/i j\"", "/k\\ l", "/m%n",
        "%t/n",
        "/o%%p", "'-/q'", "/%i/%I/%j/%p", "/é", "/r%h", "%S/%N", "/%f", "+-/s", "-", "/",
    ]

    private static let settings: [(names: [String], values: (words: [String], isList: Bool))] = [
        (
            [
                "NoNewPrivileges", "PrivateTmp", "PrivateNetwork", "PrivateDevices",
                "PrivateMounts",
                "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs",
                "ProtectControlGroups", "ProtectClock", "ProtectHostname",
            ], (["yes", "no", "1", "0", "TRUE", "off", "maybe", ""], false)
        ),
        (["DynamicUser"], (["yes", "no", "no"], false)),
        (["ProtectSystem"], (["strict", "full", "yes", "no", "true", "Strict", ""], false)),
        (["ProtectHome"], (["read-only", "tmpfs", "yes", "no", "0", "full"], false)),
        (["ProtectProc"], (["invisible", "noaccess", "ptraceable", "default", "yes"], false)),
        (["ProcSubset"], (["pid", "all", "none"], false)),
        (["User", "Group"], (["daemon", "1", "nosuch", "a.b", "%p", "", "0"], false)),
        (["SupplementaryGroups"], (["daemon", "4", "%j", "\"a\"", "b\\c"], true)),
        (["RootDirectory"], (["/", "/srv//x/.", "", "/%p"], false)),
        (
            ["CapabilityBoundingSet", "AmbientCapabilities"],
            (
                [
                    "CAP_CHOWN", "cap_kill", "~CAP_SYS_ADMIN", "12", "\"CAP_SYSLOG\"",
                    "CAP_SYS_TIME", "x",
                ], true
            )
        ),
        (["CapabilityBoundingSet"], (["~CAP_MKNOD CAP_KILL", "~", ""], false)),
        (["SecureBits"], (["keep-caps", "noroot-locked", "no-setuid-fixup", "noroot", "x"], true)),
        (
            [
                "ReadWritePaths", "ReadOnlyPaths", "InaccessiblePaths", "ExecPaths", "NoExecPaths",
                "ReadWriteDirectories", "ReadOnlyDirectories", "InaccessibleDirectories",
            ], (paths, true)
        ),
        (
            ["BindPaths", "BindReadOnlyPaths"],
            (
                paths + [
                    "/a:/b", "-/a:/b:norbind", "/a:/b:rbind", "/a:/b:", "/a\\:b:/c", "/a:", ":/b",
                    "/a:b", "/%p:/%%:norbind", "/a:/b:sideways", "\"/a:/b\":/c", "%E/x:%C/y",
                ], true
            )
        ),
        (
            ["TemporaryFileSystem"],
            (paths + ["/a:ro", "/b:size=1M,mode=0700", "/c:", ":ro", "/d\\:e:ro"], true)
        ),
        (
            [
                "RuntimeDirectory", "StateDirectory", "CacheDirectory", "LogsDirectory",
                "ConfigurationDirectory",
            ],
            (
                [
                    "a", "b/c", "b", "%p", "a:link", "a:other", "d\\:e", "\"f g\"", "/abs", "..",
                    "private/x",
                    "h\\x20i", "privates", "a:",
                ], true
            )
        ),
        (
            [
                "RuntimeDirectoryMode", "StateDirectoryMode", "CacheDirectoryMode",
                "LogsDirectoryMode",
                "ConfigurationDirectoryMode",
            ], (["0755", "700", "02750", "8", "rwx", "", "17777"], false)
        ),
        (
            ["ExecStart", "ExecStartPre", "ExecStop"],
            (
                [
                    "/bin/true", "-/bin/false x", "+/bin/a ; !/bin/b", "!!/bin/c \\; d",
                    "@/bin/e name",
                    ":-/bin/f $X", "\"/bin/g h\"", "/bin/%p", "true", "/bin/i \"a ; b\" ; /bin/j",
                    "-relative/k", "/bin//l/./m", "/bin/\\x6e", "/bin/o\\q", "-", ";",
                    "/bin/p ; ; /bin/q",
                    "+!/bin/r",
                ], false
            )
        ),
        (["ExecStartPre", "ExecStop"], ([""], false)),
        (
            ["RestrictAddressFamilies"],
            (
                [
                    "AF_UNIX", "AF_INET AF_INET6", "~AF_PACKET AF_FILE", "none", "", "~",
                    "\"AF_INET\"",
                    "~AF_INET", "AF_NOSUCH", "AF_ROUTE \"AF_BLUETOOTH", "none AF_UNIX", "af_inet",
                    "~AF_CAN\\", "~ AF_VSOCK",
                ], false
            )
        ),
        (
            ["SystemCallFilter"],
            (
                [
                    "@basic-io", "~@privileged", "@system-service", "~@chown:EPERM bind:kill", "",
                    "openat bind:EPERM", "~openat:EROFS bind:9 socket:4096 connect:33",
                    "nosuchcall",
                    "~@file-system @network-io", "uname", "~uname:EACCES", "\"uname\"", "~",
                    "~:EPERM dup:", "chmod\\ chown", "@swap @reboot", "bind\\",
                ], false
            )
        ),
        (
            ["SystemCallErrorNumber"],
            (["EPERM", "kill", "13", "0", "4096", "", "eperm", "-1"], false)
        ),
    ]
}
