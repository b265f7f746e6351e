import AccessModel
import Kernel
import LinuxSystem

/// The parts of proc(5), each with rules of its own.
enum ProcZone: Hashable {
    /// Not of proc(5).
    case none
    case top
    /// A file of the top that opens for everybody whom its mode lets in.
    case free
    /// A link that leads each asker to its own folder.
    case asker
    /// What drivers keep in folders of their own.
    case drivers
    case process
    /// The threads of a process, and one of them.
    case threads
    case thread
    /// The name of a thread, which the others of its process may change.
    case nameOfThread
    /// What the network of a process shows, in folders with names of their own.
    case networkOfProcess
    /// A file of a process that opens for everyone whom its mode lets in.
    case freeOfProcess
    case settings
    /// The settings of a network, those of them that each network has.
    case networkSettings
    /// A setting of an IPC or a PID namespace.
    case namespaceSetting
    /// Asked by rules that no mode shows: of namespaces, and of ptrace(2).
    case hidden

    /// Where a mount begins, by its directory in the file system.
    init(root: String) {
        self = root.pathNames.reduce(.top) { $0.below(Array($1.utf8)) }
    }

    func below(_ name: [UInt8]) -> ProcZone {
        switch self {
        case .none, .free, .asker, .drivers, .hidden, .freeOfProcess, .networkOfProcess,
            .namespaceSetting, .nameOfThread:
            return self
        case .top:
            if name == Array("sys".utf8) { return .settings }
            if Self.isNumber(name) { return .process }
            if Self.askersNames.contains(name) { return .asker }
            return Self.freeNames.contains(name) ? .free : .drivers
        case .process:
            if Self.freeNamesOfProcess.contains(name) { return .freeOfProcess }
            if name == Array("net".utf8) { return .networkOfProcess }
            if name == Array("task".utf8) { return .threads }
            return Self.hiddenOfProcess.contains(name) ? .hidden : .process
        case .threads: return .thread
        case .thread:
            return name == Array("comm".utf8) ? .nameOfThread : ProcZone.process.below(name)
        case .settings:
            // A folder for a mount, by rules as anywhere.
            if name == Array("binfmt_misc".utf8) { return .drivers }
            if name == Array("net".utf8) { return .networkSettings }
            if Self.settingsOfNamespaces.contains(name) { return .namespaceSetting }
            return Self.hiddenSettings.contains(name) ? .hidden : .settings
        case .networkSettings:
            return Self.settingsOfEachNetwork.contains(name) ? .networkSettings : .hidden
        }
    }

    /// Whether it is the folder of a process or a thread, which the kernel keeps from changes, and which
    /// statx(2) does not show so.
    func isImmutable(_ name: [UInt8], _ kind: FileKind) -> Bool {
        (self == .process || self == .thread) && kind == .directory && Self.isNumber(name)
    }

    private static func isNumber(_ name: [UInt8]) -> Bool {
        name.allSatisfy { (0x30...0x39).contains($0) }
    }

    func rules(_ rules: FileSystemRules) -> FileSystemRules {
        var rules = rules
        switch self {
        case .none, .top, .asker, .drivers: break
        case .free: rules.opensFreely = true
        case .process, .threads, .thread, .networkOfProcess: rules.changesFreely = false
        case .nameOfThread:
            rules.permission = .genericOrOwn
            rules.opensFreely = true
            rules.changesFreely = false
        case .freeOfProcess:
            rules.opensFreely = true
            rules.changesFreely = false
        case .settings:
            rules.permission = .procSys
            rules.opensFreely = true
            rules.changesFreely = false
        case .networkSettings:
            rules.permission = .procSysNetwork
            rules.opensFreely = true
            rules.changesFreely = false
        case .namespaceSetting:
            rules.permission = .procSysNamespace
            rules.opensFreely = true
            rules.changesFreely = false
        case .hidden: return .elsewhere
        }
        return rules
    }

    /// Seen to open in every kernel since 5.10: the others may want a kernel capability of who opens.
    private static let freeNames = names(
        "buddyinfo",
        "cgroups",
        "cmdline",
        "consoles",
        "cpuinfo",
        "crypto",
        "devices",
        "diskstats",
        "dma",
        "execdomains",
        "fb",
        "filesystems",
        "interrupts",
        "iomem",
        "ioports",
        "kallsyms",
        "key-users",
        "loadavg",
        "locks",
        "meminfo",
        "misc",
        "modules",
        "partitions",
        "softirqs",
        "stat",
        "swaps",
        "sysrq-trigger",
        "uptime",
        "version",
        "vmstat",
        "zoneinfo"
    )
    private static let askersNames = names("self", "thread-self")
    /// ptrace(2) decides.
    private static let hiddenOfProcess = names("fd", "fdinfo", "map_files", "ns")
    /// The kernel's ONE() entries (fs/proc/base.c), and those without an open of their own.
    private static let freeNamesOfProcess = names(
        "autogroup",
        "cgroup",
        "cmdline",
        "comm",
        "cpuset",
        "limits",
        "loginuid",
        "oom_adj",
        "oom_score",
        "oom_score_adj",
        "schedstat",
        "sessionid",
        "stat",
        "statm",
        "status",
        "wchan"
    )
    /// Namespaces decide by their owners, and the last by CAP_CHECKPOINT_RESTORE.
    private static let hiddenSettings = names(
        "user",
        "mqueue",
        "msg_next_id",
        "sem_next_id",
        "shm_next_id"
    )

    private static let settingsOfNamespaces = names(
        "auto_msgmni",
        "msgmax",
        "msgmnb",
        "msgmni",
        "ns_last_pid",
        "pid_max",
        "sem",
        "shm_rmid_forced",
        "shmall",
        "shmmax",
        "shmmni"
    )

    /// Those of the others that are there depend on who looks.
    private static let settingsOfEachNetwork = names(
        "ipv4",
        "ip_forward",
        "ip_local_port_range",
        "ip_unprivileged_port_start",
        "ping_group_range"
    )

    private static func names(_ names: String...) -> Set<[UInt8]> {
        Set(names.map { Array($0.utf8) })
    }
}
