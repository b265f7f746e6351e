import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import TestSupport

@testable import PolicyAuthoring

/// Seeded random facts of every kind, with numbers as the text of a test assigns them.
struct RandomHostFacts {
    private(set) var facts = HostFacts()
    private var random: SplitMix
    private var pids: [Int32] = []
    private var nextProcess: Int32 = 1 << 22

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        addAccounts()
        addSettings()
        addOtherSettings()
        if random.chance(80) { facts.own = credentials(1) }
        addProcesses()
        addUnits()
        addContainers()
        addFiles()
        addPorts()
        addPeers()
        addNames()
        addActions()
        addBusNames()
        if random.chance(50) { facts.machineID = .some(random.chance(50) ? Self.machine : nil) }
    }

    private static let machine = MachineID(Array("0123456789abcdef0123456789abcdef".utf8))

    private mutating func addAccounts() {
        facts.groups = ["root": 0]
        facts.users = ["root": SubjectAccount(user: 0, groups: [0])]
        let names = ["adm", "www-data", "größe", "yes", "a b", "true", "[x]"]
        for (index, name) in names.enumerated() where random.chance(70) {
            facts.groups[name] = UInt32(index + 4)
        }
        let groups = facts.groups.values.sorted() + [4_000_000]
        for (index, name) in names.enumerated() where random.chance(70) {
            let own = random.some(of: groups, percent: 40)
            let account = SubjectAccount(user: UInt32(index + 1000), groups: own + [7])
            facts.users[name] = random.chance(90) ? .some(account) : .some(nil)
        }
        if random.chance(50) { facts.missingGroups = ["nogroup", "~"] }
    }

    private var users: [UInt32] { facts.users.values.compactMap { $0?.user }.sorted() + [65_534] }
    private var groups: [UInt32] { facts.groups.values.sorted() + [65_534] }

    private mutating func addSettings() {
        facts.sysctls = Set(random.some(of: HostFacts.Sysctl.allCases, percent: 50))
        for setting in facts.sysctls.sorted(by: { $0.rawValue < $1.rawValue }) {
            let bit = random.below(2)
            switch setting {
            case .unprivilegedStart:
                facts.network.unprivilegedStart = UInt16(random.below(65_536))
            case .bindsOnlyIPv6: facts.network.bindsOnlyIPv6 = bit == 1
            case .pingGroups:
                let first = UInt32(random.below(100))
                facts.network.pingGroups = PingGroups(from: first, through: first + 7)
            case .protectedSymlinks: facts.settings.protectedSymlinks = bit
            case .protectedHardlinks: facts.settings.protectedHardlinks = bit
            case .protectedRegular: facts.settings.protectedRegular = bit + 1
            case .protectedFifos: facts.settings.protectedFifos = bit + 1
            case .tracingScope: facts.tracingScope = bit + 2
            }
        }
    }

    private mutating func addOtherSettings() {
        for text in ["net.ipv4.ip_forward", "net/ipv4/conf/eth0.1/rp_filter", "kernel.hostname"] {
            guard let name = SettingName(text), random.chance(40) else { continue }
            let value = random.pick(["0", "a b", "4096 131072", "true", "[x]", "größe"])
            facts.kernelSettings[name] = random.chance(80) ? .some(value) : .some(nil)
        }
    }

    private mutating func credentials(_ pid: Int32) -> ThreadCredentials {
        let own = [random.pick(groups)]
        let others = random.some(of: groups, percent: 30).filter { !own.contains($0) }
        var found = ThreadCredentials(
            thread: pid,
            user: random.pick(users),
            group: own[0],
            groups: own + others,
            capabilities: KernelCapabilitySets(
                effective: set(),
                permitted: set(),
                inheritable: set(),
                bounding: set(),
                ambient: set()
            )
        )
        if random.chance(30) { found.user.real = random.pick(users) }
        if random.chance(30) { found.user.effective = random.pick(users) }
        if random.chance(30) { found.group.saved = random.pick(groups) }
        found.hasNoNewPrivileges = random.chance(30)
        found.secureBits = SecureBits(rawValue: UInt32(random.below(3)))
        return found
    }

    private mutating func set() -> KernelCapabilitySet {
        let percent = random.pick([0, 10, 90, 100])
        return KernelCapabilitySet(random.some(of: KernelCapability.named, percent: percent))
    }

    private mutating func addProcesses() {
        for pid in [Int32(7), 4321] where random.chance(50) {
            facts.processes[pid] = ProcessFacts(describing: credentials(pid))
            pids.append(pid)
        }
    }

    private mutating func addProcess(in group: String) -> Int32 {
        nextProcess += 1
        facts.processes[nextProcess] = ProcessFacts(
            describing: credentials(nextProcess),
            in: group
        )
        return nextProcess
    }

    private mutating func addUnits() {
        let states = [("active", "running"), ("inactive", "dead"), ("failed", "failed")]
        for name in ["a.service", "b@1.socket", "c.timer"] where random.chance(60) {
            let group = "/system.slice/\(name)"
            let main = random.chance(60) ? addProcess(in: group) : nil
            if main != nil, random.chance(50) { _ = addProcess(in: group) }
            let (active, sub) = random.pick(states)
            let load = random.pick(["loaded", "loaded", "masked", "not-found"])
            let isLoaded = load == "loaded"
            facts.units[name] = UnitFacts(
                id: name,
                activeState: UnitActiveState(rawValue: isLoaded ? active : "inactive"),
                subState: isLoaded ? sub : "dead",
                loadState: UnitLoadState(rawValue: load),
                unitFileState: random.pick([nil, .missing, UnitFileState(rawValue: "enabled")]),
                mainPID: main,
                controlGroup: main.map { _ in group },
                operations: Set(random.some(of: UnitOperation.allCases, percent: 50))
            )
            if let main { pids.append(main) }
        }
    }

    private mutating func addContainers() {
        for name in ["4f5a", "a.service", "b_1"] where random.chance(60) {
            switch random.below(3) {
            case 0: facts.containers[name] = .some(nil)
            case 1: facts.containers[name] = .absent("is not running")
            default:
                let pid = addProcess(in: "/\(name)")
                facts.containers[name] = .started(pid: pid, .controlGroup(id: name))
                if facts.units[name] == nil { pids.append(pid) }
            }
        }
    }

    private mutating func addFiles() {
        let names = ["etc", "a b", "unknown", "yes", "#x", "ü", "key: value", "-"]
        var folders = ["/"]
        for _ in 0..<12 {
            let folder = random.pick(folders)
            let path = (folder == "/" ? "/" : folder + "/") + random.pick(names)
            let file = self.file()
            facts.describe(file, at: path)
            if file.place?.kind == .directory { folders.append(path) }
        }
    }

    private mutating func file() -> HostFacts.File {
        if random.chance(10) { return HostFacts.File(nil) }
        let kind = random.pick(FileKind.allCases)
        let isLink = kind == .symbolicLink
        let mode = isLink ? 0o777 : UInt16(random.below(0o10000))
        var place = Place(kind, mode: mode, uid: random.pick(users), gid: random.pick(groups))
        if kind == .blockDevice || kind == .characterDevice {
            place.deviceNumber = DeviceNumber(major: 1, minor: UInt32(random.below(300)))
        }
        place.isImmutable = random.chance(20)
        place.isAppendOnly = random.chance(20)
        var file = HostFacts.File(place)
        if isLink { file.target = random.pick(["/etc/a b", "../x", "#y"]) }
        if kind == .directory { file.isComplete = random.chance(30) }
        if kind == .directory, random.chance(30) {
            let flags = random.some(of: [MountFlags.readOnly, .noSuid, .noExec], percent: 50)
            file.mount = Mount(
                ofType: random.pick(["ext4", "tmpfs", "proc"]),
                flags: MountFlags(flags),
                kernel: facts.settings.kernel
            )
            file.place?.isMountRoot = true
        }
        if !isLink, random.chance(30) { file.list = list(mode) }
        if kind == .regular { file.program = program() }
        return file
    }

    private mutating func program() -> Program {
        let path = Array("/lib/ld a.so".utf8)
        var program = Program(
            random.pick([
                .elf(interpreter: nil), .elf(interpreter: path), .script(interpreter: path),
                .unknown, .undecided,
            ])
        )
        if random.chance(30) { program.capabilities = [0, 1, 171, 255] }
        return program
    }

    /// Returns the entries in the kernel's order, including those that the mode shows.
    private mutating func list(_ mode: UInt16) -> [ListEntry] {
        let users = random.some(of: self.users, percent: 40)
        let groups = random.some(of: self.groups, percent: 40)
        return [ListEntry(.owner, Self.permissions(mode >> 6))]
            + users.map { ListEntry(.user($0), Self.permissions(UInt16(random.below(8)))) }
            + [ListEntry(.owningGroup, Self.permissions(UInt16(random.below(8))))]
            + groups.map { ListEntry(.group($0), Self.permissions(UInt16(random.below(8)))) }
            + [
                ListEntry(.mask, Self.permissions(mode >> 3)),
                ListEntry(.other, Self.permissions(mode)),
            ]
    }

    private static func permissions(_ bits: UInt16) -> Permissions {
        var found: Permissions = []
        if bits & 4 != 0 { found.insert(.read) }
        if bits & 2 != 0 { found.insert(.write) }
        if bits & 1 != 0 { found.insert(.execute) }
        return found
    }

    private mutating func addPorts() {
        let ends: [(key: String, transport: Transport, address: IPAddress, port: UInt16)] = [
            ("tcp:127.0.0.1:80", .tcp, .ipv4(127 << 24 | 1), 80), ("tcp:443", .tcp, .anyIPv4, 443),
            ("tcp:80", .tcp, .anyIPv4, 80), ("tcp:[::1]:80", .tcp, .loopbackIPv6, 80),
            ("udp:53", .udp, .anyIPv4, 53),
        ]
        var inode: UInt32 = 1
        for end in ends where random.chance(60) {
            let port = HostFacts.Network.Port(end.transport, end.port)
            if facts.network.ports[port] == nil, random.chance(20) {
                facts.network.ports[port] = []
                continue
            }
            guard facts.network.ports[port] != [] else { continue }
            inode += 1
            facts.network.ports[port, default: []].append(
                PortSocket(
                    transport: end.transport,
                    address: end.address,
                    port: end.port,
                    state: end.transport == .tcp ? .listening : .unconnected,
                    uid: holder(of: inode),
                    inode: inode
                )
            )
        }
        if let pid = pids.first, random.chance(50) {
            facts.network.unixHolders = ["/run/a b.sock": pid, "/run/c.sock": 99]
        }
    }

    private mutating func holder(of inode: UInt32) -> UInt32 {
        if let own = facts.own, random.chance(30) {
            facts.network.sockets[nil, default: []].insert(inode)
            return own.user.effective
        }
        if !pids.isEmpty, random.chance(50) {
            let pid = random.pick(pids)
            facts.network.sockets[pid, default: []].insert(inode)
            return facts.processes[pid]?.threads.first?.user.effective ?? 0
        }
        return random.pick(users)
    }

    private mutating func addPeers() {
        let outcomes: [ConnectOutcome] = [
            .connected, .refused(.ECONNREFUSED), .unreachable(.ENETUNREACH),
            .notPermitted(.EACCES), .missing(.ENOENT), .timedOut,
        ]
        for port in UInt16(1)...4 where random.chance(70) {
            let transport: Transport = random.chance(50) ? .tcp : .udp
            let address = random.pick([IPAddress.ipv4(10 << 24 | 1), .loopbackIPv6])
            let peer = HostFacts.Network.Peer(transport, .ip(address, port: port))
            facts.network.peers[peer] = random.pick(outcomes)
        }
    }

    private mutating func addNames() {
        let addresses = [IPAddress.ipv4(192 << 24 | 2 << 8 | 1), .ipv4(7), .loopbackIPv6]
        let resolutions: [Resolution] = [
            .addresses(addresses), .notFound(ResolverCode(-2)), .noAnswer(ResolverCode(-3)),
        ]
        for name in ["db.internal", "yes", "a-b"] where random.chance(60) {
            facts.network.names[name] = random.pick(resolutions)
        }
        let routes: [RouteAnswer] = [
            .none(.ENETUNREACH), .none(.EHOSTUNREACH), .none(.EACCES),
            .none(.EINVAL), .route(Route(isLocal: true, interface: "lo")),
            .route(Route(interface: "eth0", gateway: addresses[0], source: addresses[1])),
            .route(Route(interface: "wg0", gateway: nil, source: nil)),
        ]
        for address in addresses where random.chance(60) {
            facts.network.routes[address] = random.pick(routes)
        }
        if random.chance(60) {
            facts.network.addresses = Set(random.some(of: addresses, percent: 50))
        }
    }

    private mutating func addBusNames() {
        let known = [
            BusNameFacts(owner: ":1.0"), BusNameFacts(isActivatable: true), BusNameFacts(),
        ]
        for name in ["org.example.a", "org.example.b"] where random.chance(60) {
            facts.busNames[name] = random.pick(known)
        }
    }

    private mutating func addActions() {
        let answers = [PolkitAnswer(.yes), PolkitAnswer(.no), PolkitAnswer(.challenge)]
        for action in ["org.example.a", "org.example.b"] where random.chance(60) {
            if random.chance(50) {
                let answer = random.chance(80) ? random.pick(answers) : nil
                facts.polkit[action] = HostFacts.Polkit(answer)
            } else {
                let of = random.some(of: users, percent: 60).map { ($0, random.pick(answers)) }
                guard !of.isEmpty else { continue }
                facts.polkit[action] = HostFacts.Polkit(of: Dictionary(of) { $1 })
            }
        }
    }
}
