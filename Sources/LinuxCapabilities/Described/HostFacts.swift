package import AccessModel
package import Kernel
package import LinuxSystem

/// The facts of which a described host is made: its probes answer from them.
///
/// A question about which there is no fact is undetermined.
public struct HostFacts: Hashable, Sendable {
    /// Whether the facts describe the whole host: what no fact describes does not exist then.
    public var isWhole = false
    /// The process that asks; nil where no fact describes it.
    package var own: ThreadCredentials?
    /// The namespaces of the process that asks.
    package var place = OwnPlace(namespaces: .all(1))
    /// What confines processes; nil is the process that asks.
    package var confinements: [Int32?: Confinement] = [:]
    /// The processes that a device controller may refuse devices; nil is the process that asks.
    package var deviceControlled: Set<Int32?> = []
    /// The user namespaces whose kernel capabilities count.
    package var owners = NamespaceOwners(
        chain: [.init(namespace: Namespaces.all(1).user, user: 0)]
    )
    /// Whether `/proc` numbers processes as the process that asks does.
    package var numbersProcessesAlike = true
    /// Others by their ids, the main processes of units among them.
    package var processes: [Int32: ProcessFacts] = [:]
    /// By their names; one without an account does not exist.
    package var users: [String: SubjectAccount?] = [:]
    package var groups: [String: UInt32] = [:]
    /// The numbers of users and groups of which only the names are known.
    package var madeUpIDs: Set<UInt32> = []
    /// The names of groups that do not exist.
    package var missingGroups: Set<String> = []
    package var units: [String: UnitFacts] = [:]
    package var network = Network()
    package var settings = FileSettings()
    /// Which settings of the kernel were looked at, where a host was; all others are as a kernel has them that
    /// nobody set.
    package var sysctls: Set<Sysctl> = []
    /// The values of other settings of the kernel, and of those above if the kernel shows one in another form; nil for
    /// one that the kernel does not have.
    package var kernelSettings: [SettingName: String?] = [:]
    /// `kernel.yama.ptrace_scope`; nil for a kernel without Yama.
    package var tracingScope: Int?
    /// Nil if there is no fact about it; nil within if no file names one.
    package var machineID: MachineID??
    /// The security modules of the kernel.
    package var securityModules: [String] = []
    package var kernelAnswer = KernelAnswer.byTheRules
    /// By action.
    package var polkit: [String: Polkit] = [:]
    /// Why polkit gives no answer to anything; nil if it does.
    package var polkitFailure: BusFailure?
    /// The connections that own names on the bus.
    package var busNames: [String: String] = [:]
    package var sessions: [String: SessionFacts] = [:]
    /// The answers on the terminal, one after another; the last stays. There is no terminal without any.
    package var terminal: [TerminalAnswer] = []
    private var files: [String: File] = [:]
    /// The directories above all described files: a fact about a file implies that they exist.
    private var ways: Set<String> = []

    /// No facts: every question is undetermined.
    public init() {}

    /// The fact about a path.
    package subscript(path: String) -> File? { files[path] }

    package mutating func describe(_ file: File, at path: String) {
        files[path] = file
        var rest = path.utf8[...]
        while rest.count > 1, let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
            rest = slash == rest.startIndex ? rest[...slash] : rest[..<slash]
            guard ways.insert(String(Substring(rest))).inserted else { return }
        }
    }

    package var paths: [String] { files.keys.sorted() }

    /// A file, or a directory on the way to one, which is `drwxr-xr-x root:root` unless a fact says otherwise.
    func file(at path: String) -> File? {
        files[path] ?? (ways.contains(path) ? .ordinaryDirectory : nil)
    }

    /// The account of this number; nil if there is none, or if several differ.
    package func account(numbered id: UInt32) -> SubjectAccount? {
        let found = Set(users.values.compactMap(\.self).filter { $0.user == id })
        return found.count == 1 ? found.first : nil
    }

    /// Whether a directory is empty; nil if that is not known.
    func isEmpty(_ directory: String) -> Bool? {
        let start = directory == "/" ? "/" : directory + "/"
        let isBelow = { (path: String) in path != "/" && path.utf8.starts(with: start.utf8) }
        let hasNames =
            ways.contains(where: isBelow) || files.contains { isBelow($0.key) && $0.value.isThere }
        if hasNames { return false }
        return isWhole || file(at: directory)?.isComplete == true ? true : nil
    }
}

extension HostFacts {
    /// What is at one path.
    package struct File: Hashable, Sendable {
        /// Nil where nothing is there.
        package var place: Place?
        package var list: [ListEntry]?
        /// Where a symbolic link points to.
        package var target: String?
        /// What is mounted here; nil where it is on the same mount as its directory.
        package var mount: Mount?
        /// Whether every name in this directory is described, so that no other exists.
        package var isComplete = false
        /// What execve(2) finds in it.
        package var program = Program(.elf(interpreter: nil))

        package init(
            _ place: Place?,
            on mount: Mount? = nil,
            list: [ListEntry]? = nil,
            target: String? = nil
        ) {
            self.place = place
            self.mount = mount
            self.list = list
            self.target = target
        }

        var isThere: Bool { place != nil }

        package static let ordinaryDirectory = File(Place(.directory, mode: 0o755, uid: 0, gid: 0))
    }

    /// What faccessat2(2) answers.
    package enum KernelAnswer: Hashable, Sendable {
        case byTheRules
        /// There is no kernel to ask.
        case none
        /// The same to every question, whatever the rules say.
        case always(FileLook)
    }

    /// What polkit says of an action.
    package struct Polkit: Hashable, Sendable {
        /// Nil where it does not know the action.
        package var answer: PolkitAnswer?
        /// To some users, by their ids.
        package var answers: [UInt32: PolkitAnswer] = [:]
        /// Whether ``answer`` is for everybody else.
        package var hasAnswer: Bool
        /// The answer once a person was asked, which polkit then keeps.
        package var ofPerson: PolkitAnswer?

        package init(_ answer: PolkitAnswer?) {
            self.answer = answer
            hasAnswer = true
        }

        package init(of answers: [UInt32: PolkitAnswer]) {
            self.answers = answers
            hasAnswer = false
        }
    }
}

extension HostFacts {
    /// The facts about the network.
    package struct Network: Hashable, Sendable {
        /// Where a connection goes.
        package struct Peer: Hashable, Sendable {
            package let transport: Transport
            package let address: SocketAddress

            package init(_ transport: Transport, _ address: SocketAddress) {
                self.transport = transport
                self.address = address
            }
        }

        package struct Port: Hashable, Sendable {
            package let transport: Transport
            package let number: UInt16

            package init(_ transport: Transport, _ number: UInt16) {
                self.transport = transport
                self.number = number
            }
        }

        package struct AddressRefusal: Hashable, Sendable {
            package let code: Errno?
            /// Whether a seccomp filter of the process that asks may be the cause.
            package let mayBeFiltered: Bool

            package init(code: Errno?, mayBeFiltered: Bool = false) {
                self.code = code
                self.mayBeFiltered = mayBeFiltered
            }
        }

        package var names: [String: Resolution] = [:]
        package var peers: [Peer: ConnectOutcome] = [:]
        package var routes: [IPAddress: RouteAnswer] = [:]
        /// All sockets that have a port.
        package var ports: [Port: [PortSocket]] = [:]
        /// The sockets that processes hold; nil is who asks.
        package var sockets: [Int32?: Set<UInt32>] = [:]
        /// Who holds a Unix socket, by its path.
        package var unixHolders: [String: Int32] = [:]
        /// Those of this host besides loopback; nil if there is no fact about them.
        package var addresses: Set<IPAddress>?
        /// `net.ipv4.ip_unprivileged_port_start`.
        package var unprivilegedStart: UInt16 = 1024
        /// `net.ipv6.bindv6only`.
        package var bindsOnlyIPv6 = false
        /// `net.ipv4.ping_group_range`; nil if it cannot be read.
        package var pingGroups: PingGroups? = PingGroups.none
        /// The routes of users for whom there are rules of their own.
        package var userRoutes: [UInt32: RouteAnswer] = [:]
        /// The local addresses that bind(2) refuses all the same.
        package var refusedAddresses: [IPAddress: AddressRefusal] = [:]
        /// The answers of socket(2); a kind that is not listed is not asked about.
        package var socketAnswers: [SocketKind: SocketAnswer] = [:]
        /// The networks of processes that are in another one.
        package var ofProcesses: [Int32: Network] = [:]

        package init() {}
    }
}

extension HostFacts {
    /// A setting of the kernel by its name in sysctl(8).
    package enum Sysctl: String, CaseIterable, Hashable, Sendable {
        case unprivilegedStart = "net.ipv4.ip_unprivileged_port_start"
        case bindsOnlyIPv6 = "net.ipv6.bindv6only"
        case pingGroups = "net.ipv4.ping_group_range"
        case protectedSymlinks = "fs.protected_symlinks"
        case protectedHardlinks = "fs.protected_hardlinks"
        case protectedRegular = "fs.protected_regular"
        case protectedFifos = "fs.protected_fifos"
        /// Of a kernel with Yama.
        case tracingScope = "kernel.yama.ptrace_scope"

        /// Those in ``FileSettings``.
        static let ofFiles: Set<Sysctl> = [
            .protectedSymlinks, .protectedHardlinks, .protectedRegular, .protectedFifos,
        ]

        /// The numbers that the kernel shows; empty if the setting cannot be read, or there is no fact about it.
        package func numbers(in facts: HostFacts) -> [Int] {
            let (network, files) = (facts.network, facts.settings)
            return switch self {
            case .unprivilegedStart: [Int(network.unprivilegedStart)]
            case .bindsOnlyIPv6: [network.bindsOnlyIPv6 ? 1 : 0]
            case .pingGroups: network.pingGroups.map { [Int($0.first), Int($0.last)] } ?? []
            case .protectedSymlinks: [files.protectedSymlinks]
            case .protectedHardlinks: [files.protectedHardlinks]
            case .protectedRegular: [files.protectedRegular]
            case .protectedFifos: [files.protectedFifos]
            case .tracingScope: facts.tracingScope.map { [$0] } ?? []
            }
        }

        /// States the setting.
        ///
        /// - Parameter numbers: As many as the kernel shows.
        package func write(_ numbers: [UInt32], to facts: inout HostFacts) {
            let first = numbers[0]
            switch self {
            case .unprivilegedStart: facts.network.unprivilegedStart = UInt16(first)
            case .bindsOnlyIPv6: facts.network.bindsOnlyIPv6 = first != 0
            case .pingGroups:
                facts.network.pingGroups = PingGroups(from: first, through: numbers[1])
            case .protectedSymlinks: facts.settings.protectedSymlinks = Int(first)
            case .protectedHardlinks: facts.settings.protectedHardlinks = Int(first)
            case .protectedRegular: facts.settings.protectedRegular = Int(first)
            case .protectedFifos: facts.settings.protectedFifos = Int(first)
            case .tracingScope: facts.tracingScope = Int(first)
            }
        }
    }
}
