import TestSupport

/// A random container: its files, its configuration, and questions about its first process.
struct ContainerScene {
    /// The ordinary user who runs the container, or nil for root.
    let user: Int?
    let ids: ContainerIDs
    private(set) var files: ContainerFiles
    private(set) var questions: [ContainerQuestion] = []
    /// True if the root directory is an overlay, as most containers have it.
    let isOverlay: Bool
    private let hasOwnNetwork: Bool
    private let hasOwnProcesses: Bool
    private let hasNoNewPrivileges: Bool

    /// The user of the containers without privilege. It has no account.
    private static let ordinary = 61_234

    init(questions count: Int, mayBeRootless: Bool, _ random: inout SplitMix) {
        user = mayBeRootless && random.chance(10) ? Self.ordinary : nil
        ids = user.map { ContainerIDs(ofUser: $0) } ?? ContainerIDs(&random)
        isOverlay = user == nil && random.chance(30)
        files = ContainerFiles(ids, &random)
        hasOwnNetwork = random.chance(65)
        // A user namespace may mount only its own /proc.
        hasOwnProcesses = random.chance(85) || !ids.ranges.isEmpty
        hasNoNewPrivileges = random.chance(50)
        for _ in 0..<count { questions.append(question(&random)) }
    }
}

// The questions.
extension ContainerScene {
    private static let words: [(Int, String)] = [
        (8, "access"), (9, "read"), (9, "write"), (4, "read-write"), (4, "append"), (9, "execute"),
        (5, "search"), (6, "list"), (4, "stat"), (3, "read-link"), (3, "open-create"),
        (10, "create"), (3, "open-truncate"), (3, "truncate"), (5, "delete"), (4, "rename"),
        (4, "link"), (5, "chmod"), (4, "chown"), (3, "chgrp"), (3, "touch"), (2, "set-attribute"),
        (2, "set-acl"), (7, "capability"), (7, "bind"), (2, "connect"),
        (1, "icmp"), (2, "raw-sockets"),
    ]

    /// Files of the kernel, which no question changes.
    private static let system = [
        "/proc", "/proc/cpuinfo", "/proc/kcore", "/proc/keys", "/proc/sys",
        "/proc/sys/kernel/hostname", "/proc/sys/net/ipv4/ip_forward", "/proc/sysrq-trigger",
        "/proc/1/status", "/proc/bus", "/proc/irq", "/proc/timer_list", "/sys", "/sys/kernel",
        "/sys/firmware", "/usr", "/usr/bin", "/bin", "/etc", "/etc/passwd",
    ]
    private static let devices = [
        "/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/w-null", "/dev/w-zero",
        "/dev/shm", "/dev/pts", "/dev/fd", "/dev/mqueue",
    ]

    private static let closedPort = 47_002
    /// The port on which the first process listens, if no other container can have it.
    private var listeningPort: Int { hasOwnNetwork ? 47_003 : 47_002 }

    /// What the first process does before any question.
    var preparation: [String] { hasOwnNetwork ? ["listen\ttcp\t127.0.0.1\t\(listeningPort)"] : [] }

    private mutating func question(_ random: inout SplitMix) -> ContainerQuestion {
        let word = random.weigh(Self.words)
        switch word {
        case "capability":
            return .capability(random.pick(OCICapability.names), isEffective: random.chance(60))
        case "bind":
            let port = random.pick([80, 443, 1023, 1024, 47_001, listeningPort])
            let addresses = ["127.0.0.1", "127.0.0.1", "0.0.0.0", "::1", "::", "192.0.2.1"]
            // A subject that holds the very endpoint may use it, so that is a yes.
            let address = port == listeningPort ? "0.0.0.0" : random.pick(addresses)
            return .socket(word, random.pick(["tcp", "tcp", "udp"]), address, port)
        case "connect":
            let port = random.pick([Self.closedPort, listeningPort])
            return .socket(word, "tcp", random.pick(["127.0.0.1", "127.0.0.1", "::1"]), port)
        case "icmp": return .family(word, random.pick(["ipv4", "ipv6"]))
        case "raw-sockets": return .family(word, random.pick(["ipv4", "ipv6", "packet"]))
        default: return fileQuestion(word, &random)
        }
    }

    private mutating func fileQuestion(_ word: String, _ random: inout SplitMix)
        -> ContainerQuestion
    {
        switch word {
        case "create":
            let kind = random.pick(["file", "file", "directory", "symlink", "fifo", "device"])
            return .file(word, newName(&random), argument: kind)
        case "open-create": return .file(word, newName(&random))
        case "open-truncate", "truncate", "delete", "rename", "link", "chmod", "chown", "chgrp",
            "touch", "set-attribute", "set-acl":
            return change(word, &random) ?? .file("stat", existing("stat", &random))
        case "access":
            let modes = random.pick([nil, "r", "w", "x", "rw", "rwx"])
            return .file(word, existing(word, &random), argument: modes)
        case "read-link": return .file(word, existing(word, &random))
        default:
            let follow: Bool? = random.chance(10) ? random.chance(50) : nil
            return .file(word, existing(word, &random), follow: follow)
        }
    }

    private mutating func newName(_ random: inout SplitMix) -> String {
        files.newName(in: files.directories + ["/dev/shm", "/usr", "/proc", "/sys"], &random)
    }

    private func existing(_ word: String, _ random: inout SplitMix) -> String {
        if random.chance(20) { return random.pick(Self.system + Self.devices) }
        let wantsDirectory = ["search", "list"].contains(word) || random.chance(15)
        if word == "read-link" || random.chance(12) { return random.pick(files.links) }
        guard wantsDirectory else { return random.pick(files.files) }
        let folder = random.pick(files.directories)
        return random.chance(10) ? folder + (folder == "/" ? "" : "/") + ".." : folder
    }

    /// Returns a question whose call has a lasting effect, or nil if each file has one already.
    private mutating func change(_ word: String, _ random: inout SplitMix) -> ContainerQuestion? {
        let isDirectory =
            ["delete", "rename", "chmod", "chown", "chgrp", "set-acl", "touch"].contains(word)
            && random.chance(30)
        guard let path = isDirectory ? files.freeDirectory() : files.freeFile() else { return nil }
        switch word {
        case "delete": return .file(word, path, argument: isDirectory ? "directory" : "file")
        case "rename", "link":
            // Another mount is refused, so most new names are near the old one.
            let near = path.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            let folders = (0..<3).map { "\(near)/d\($0)" }
            let isNear = random.chance(80)
            let new = files.newName(in: isNear ? folders : files.directories, &random)
            return .file(word, path, argument: new)
        case "chmod":
            let mode = random.pick([0o644, 0o755, 0o4755, 0o2755, 0o000, 0o777])
            return .file(word, path, argument: String(mode, radix: 8))
        case "chown", "chgrp":
            let id = ids.owner(&random)
            return .file(word, path, argument: "\(id)", here: "\(ids.inside(ofOwner: id))")
        case "touch":
            return .file(word, path, argument: random.pick(["now", "1000000000"]))
        default: return .file(word, path)
        }
    }
}

/// A program that runs a container in its own process, with its input and output.
struct ContainerCommand {
    /// The name of the container as a subject.
    let name: String
    let words: [String]
}

// The configuration, see the runtime specification of the Open Container Initiative.
extension ContainerScene {
    /// Returns the command of runc(8) for the bundle in a folder.
    func runc(_ id: String, in folder: String) -> ContainerCommand {
        let root = user.map { "/run/user/\($0)/runc" } ?? "/run/runc"
        return ContainerCommand(
            name: "runc:\(id)",
            words: ["runc", "--root", root, "run", "--bundle", folder, id]
        )
    }

    /// Returns the `config.json` of the bundle.
    func configuration(in folder: String, _ random: inout SplitMix) -> [String: Any] {
        let isRootless = user != nil
        let kinds =
            ["mount"] + (hasOwnProcesses ? ["pid"] : []) + (hasOwnNetwork ? ["network"] : [])
            + (random.chance(70) ? ["ipc"] : []) + (random.chance(70) ? ["uts"] : [])
            + (ids.ranges.isEmpty ? [] : ["user"])
        var linux: [String: Any] = [
            "namespaces": kinds.map { ["type": $0] },
            "maskedPaths": random.some(of: Self.masked, percent: 25),
            "readonlyPaths": random.some(of: Self.readOnly, percent: 25),
        ]
        if !isRootless {
            linux["cgroupsPath"] = "/\(folder.split(separator: "/").joined(separator: "-"))"
            linux["devices"] = devices(&random)
            linux["resources"] = ["devices": deviceRules(&random)]
            if random.chance(25) { linux["seccomp"] = filter(&random) }
        }
        if !ids.ranges.isEmpty {
            linux["uidMappings"] = ids.mappings
            linux["gidMappings"] = ids.mappings
        }
        return [
            "ociVersion": "1.0.2", "linux": linux, "mounts": mounts(in: folder, &random),
            "root": ["path": "rootfs", "readonly": random.chance(35)] as [String: Any],
            "process": process(&random),
        ]
    }

    private static let masked = [
        "/proc/kcore", "/proc/keys", "/proc/timer_list", "/sys/firmware", "/w/d2", "/bound/d0/f",
        "/w/d1/x", "/w/inner/d1",
    ]
    private static let readOnly = [
        "/proc/sys", "/proc/bus", "/proc/irq", "/proc/sysrq-trigger", "/w/d0", "/bound/d1", "/shm",
        "/w/inner",
    ]

    private func process(_ random: inout SplitMix) -> [String: Any] {
        let bounding = random.weigh([
            (20, []), (30, random.some(of: OCICapability.usual, percent: 30)),
            (30, random.some(of: OCICapability.usual, percent: 70)), (10, OCICapability.usual),
            (10, random.some(of: OCICapability.names, percent: 60)),
        ])
        let share = random.pick([100, 100, 60])
        let permitted = random.some(of: bounding, percent: share)
        let inheritable = random.some(of: permitted, percent: random.pick([0, 100, 50]))
        var user: [String: Any] = ["uid": ids.inside(&random), "gid": ids.inside(&random)]
        if self.user == nil {
            user["additionalGids"] = (0..<random.below(3)).map { _ in ids.inside(&random) }
        }
        return [
            "terminal": false, "cwd": "/", "args": ["/probe", "--here"], "env": ["PATH=/bin"],
            "user": user, "noNewPrivileges": hasNoNewPrivileges,
            "capabilities": [
                "bounding": bounding, "permitted": permitted, "inheritable": inheritable,
                "effective": random.some(of: permitted, percent: share),
                "ambient": random.some(of: inheritable, percent: random.pick([0, 100, 50])),
            ],
        ]
    }

    private static let processes = [
        [], ["nosuid", "noexec", "nodev"], ["nosuid", "hidepid=2"], ["nodev", "subset=pid"],
    ]

    private func mounts(in folder: String, _ random: inout SplitMix) -> [[String: Any]] {
        func mount(_ at: String, _ type: String, _ source: String, _ options: [String])
            -> [String: Any]
        {
            ["destination": at, "type": type, "source": source, "options": options]
        }
        func flags(_ random: inout SplitMix) -> [String] {
            random.some(of: ["ro", "rro", "noexec", "nosuid", "nodev"], percent: 22)
        }
        func some(_ percent: Int, _ mount: [String: Any], _ random: inout SplitMix)
            -> [[String: Any]]
        {
            random.chance(percent) ? [mount] : []
        }
        let shared = ["mode=1777", "mode=700", "mode=755", "mode=1770"]
        var all = [
            mount("/proc", "proc", "proc", random.pick(Self.processes)),
            mount("/dev", "tmpfs", "tmpfs", ["nosuid", "mode=755"]),
            mount("/usr", "bind", "/usr", ["rbind", "ro"]),
            mount("/bound", "bind", "\(folder)/bound", ["bind"] + flags(&random)),
        ]
        all += some(60, mount("/dev/shm", "tmpfs", "shm", [random.pick(shared)]), &random)
        all += some(
            80,
            mount("/w/inner", "bind", "\(folder)/inner", ["rbind"] + flags(&random)),
            &random
        )
        all += some(
            80,
            mount("/again", "bind", "\(folder)/rootfs/w", ["bind"] + flags(&random)),
            &random
        )
        all += some(
            70,
            mount("/shm", "tmpfs", "t", [random.pick(shared)] + flags(&random)),
            &random
        )
        all += some(20, mount("/w/d0/f", "bind", "\(folder)/bound/d0/s", ["bind", "ro"]), &random)
        all += some(40, mount("/copied", "tmpfs", "tmpfs", ["tmpcopyup"] + flags(&random)), &random)
        if hasOwnNetwork { all += some(50, mount("/sys", "sysfs", "sysfs", ["ro"]), &random) }
        return all
    }

    private func devices(_ random: inout SplitMix) -> [[String: Any]] {
        // In a user namespace, runc can only bind the devices of the host.
        guard ids.ranges.isEmpty else { return [] }
        return [("/dev/w-null", 3), ("/dev/w-zero", 5)].filter { _ in random.chance(40) }.map {
            [
                "path": $0.0, "type": "c", "major": 1, "minor": $0.1,
                "fileMode": random.pick([0o666, 0o600, 0o000, 0o640]),
                "uid": ids.inside(&random), "gid": ids.inside(&random),
            ]
        }
    }

    private func deviceRules(_ random: inout SplitMix) -> [[String: Any]] {
        if random.chance(60) { return [["allow": true, "access": "rwm"]] }
        return [["allow": false, "access": "rwm"]]
    }

    private static let filtered = [
        ["chmod", "fchmod", "fchmodat", "fchmodat2"], ["chmod"], ["mkdir", "mkdirat"],
        ["unlink", "unlinkat", "rmdir"], ["rename", "renameat", "renameat2"], ["link", "linkat"],
        ["symlink", "symlinkat"], ["mknod", "mknodat"], ["truncate"], ["bind"], ["socket"],
        ["utimensat"],
        ["setxattr", "lsetxattr", "fsetxattr"], ["connect"], ["fchownat"],
    ]
    /// Calls that runc makes itself after the filter, unless no_new_privs lets it load the filter last.
    private static let filteredLast = [
        ["chdir"], ["faccessat2"], ["chown", "lchown", "fchown", "fchownat"],
    ]

    private func filter(_ random: inout SplitMix) -> [String: Any] {
        let calls = Self.filtered + (hasNoNewPrivileges ? Self.filteredLast : [])
        let rules = random.some(of: calls, percent: 20).map { names -> [String: Any] in
            ["names": names, "action": "SCMP_ACT_ERRNO", "errnoRet": random.pick([1, 13])]
        }
        return ["defaultAction": "SCMP_ACT_ALLOW", "syscalls": rules]
    }
}

// The same for podman(1), which writes the configuration itself.
extension ContainerScene {
    func podman(_ id: String, in folder: String, _ random: inout SplitMix) -> ContainerCommand {
        // Limits above those of this machine would take CAP_SYS_RESOURCE.
        var words = [
            "podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs", "run", "--rm", "-i",
            "--name", id, "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096", "--volume",
            "/usr:/usr:ro",
            "--network", hasOwnNetwork ? "none" : "host",
            "--user", "\(ids.inside(&random)):\(ids.inside(&random))", "--cap-drop", "all",
        ]
        if !hasOwnProcesses { words += ["--pid", "host"] }
        for _ in 0..<random.below(3) { words += ["--group-add", "\(ids.inside(&random))"] }
        for name in random.some(of: OCICapability.usual, percent: random.pick([0, 30, 70])) {
            words += ["--cap-add", name]
        }
        for range in ids.ranges {
            let map = "\(range.inside):\(range.outside):\(range.count)"
            words += ["--uidmap", map, "--gidmap", map]
        }
        if hasNoNewPrivileges { words += ["--security-opt", "no-new-privileges"] }
        if random.chance(50) { words += ["--security-opt", "seccomp=unconfined"] }
        if random.chance(30) { words += ["--security-opt", "unmask=ALL"] }
        let masked = random.some(of: Self.masked, percent: 25)
        if !masked.isEmpty {
            words += ["--security-opt", "mask=" + masked.joined(separator: ":")]
        }
        if random.chance(35) {
            words += ["--read-only", "--read-only-tmpfs=\(random.chance(50))"]
        }
        let volumes = [("bound", "/bound"), ("inner", "/w/inner"), ("rootfs/w", "/again")]
        for (source, path) in volumes where random.chance(80) {
            let flags = random.some(of: ["ro", "noexec", "nosuid", "nodev"], percent: 25)
            words += [
                "--volume",
                "\(folder)/\(source):\(path):" + (flags + ["rbind"]).joined(separator: ","),
            ]
        }
        if random.chance(60) {
            words += ["--tmpfs", "/shm:mode=\(random.pick(["1777", "700", "755"]))"]
        }
        // In a user namespace, runc can only bind the devices of the host.
        if ids.ranges.isEmpty, random.chance(40) {
            words += ["--device", "/dev/null:/dev/w-null:\(random.pick(["rwm", "r", "rw"]))"]
        }
        return ContainerCommand(
            name: "podman:\(id)",
            words: words + ["--rootfs", "\(folder)/rootfs", "/probe", "--here"]
        )
    }
}
