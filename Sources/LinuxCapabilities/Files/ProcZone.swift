import AccessModel
import Kernel
import LinuxSystem

/// The parts of proc(5), each with its own rules.
enum ProcZone: Hashable {
    /// A file outside proc(5).
    case none
    case top
    /// A file of the top directory. Its mode alone decides which users can open it.
    case free
    /// A link that leads each asker to its own folder.
    case asker
    /// Entries of drivers, in their own folders.
    case drivers
    case process
    /// The folder of the threads of a process, and the folder of one thread.
    case threads
    case thread
    /// The name of a thread, which the other threads of its process may change.
    case nameOfThread
    /// Facts about the network of a process, in folders with their own names.
    case networkOfProcess
    /// A file of a process. Its mode alone decides which users can open it.
    case freeOfProcess
    case settings
    /// The settings of a network that every network namespace has.
    case networkSettings
    /// A setting of an IPC or a PID namespace.
    case namespaceSetting
    /// A file with rules that no mode shows: rules of namespaces, and of ptrace(2).
    case hidden

    /// Creates the zone at the root of a mount, from its directory in the file system.
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
            // A mount point whose folder follows the usual rules.
            if name == Array("binfmt_misc".utf8) { return .drivers }
            if name == Array("net".utf8) { return .networkSettings }
            if Self.settingsOfNamespaces.contains(name) { return .namespaceSetting }
            return Self.hiddenSettings.contains(name) ? .hidden : .settings
        case .networkSettings:
            return Self.settingsOfEachNetwork.contains(name) ? .networkSettings : .hidden
        }
    }

    /// Returns whether the file is the folder of a process or a thread. The kernel keeps that folder from changes, but
    /// statx(2) does not report it as immutable.
    func isImmutable(_ name: [UInt8], _ kind: FileKind) -> Bool {
        (self == .process || self == .thread) && kind == .directory && Self.isNumber(name)
    }

    static func isNumber(_ name: [UInt8]) -> Bool {
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

    /// Files seen to open in every kernel since 5.10. Others may need a kernel capability of the opener.
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
    /// Folders for which ptrace(2) rules decide.
    private static let hiddenOfProcess = names("fd", "fdinfo", "map_files", "ns")
    /// The kernel's ONE() entries (fs/proc/base.c), and entries without their own open function.
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
    /// Namespaces decide by their owners. The last three depend on CAP_CHECKPOINT_RESTORE.
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

    /// The existence of the other settings depends on the user who looks.
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
