package import AccessModel
package import Kernel
package import LinuxSystem

/// The facts of a described host. Its probes answer from them.
///
/// A question without a fact is undetermined.
public struct HostFacts: Hashable, Sendable {
    /// True if the facts describe the whole host. If so, an object that no fact describes does not exist.
    public var isWhole = false
    /// The process that asks; nil if no fact describes it.
    package var own: ThreadCredentials?
    /// The namespaces of the process that asks.
    package var place = OwnPlace(namespaces: .all(1))
    /// The confinement of processes; the key nil is the process that asks.
    package var confinements: [Int32?: Confinement] = [:]
    /// The processes to which a device controller may refuse devices; nil is the process that asks.
    package var deviceControlled: Set<Int32?> = []
    /// The user namespaces whose kernel capabilities count.
    package var owners = NamespaceOwners(
        chain: [.init(namespace: Namespaces.all(1).user, user: 0)]
    )
    /// True if `/proc` numbers processes as the process that asks does.
    package var numbersProcessesAlike = true
    /// Other processes by their ids, including the main processes of units.
    package var processes: [Int32: ProcessFacts] = [:]
    /// The accounts by user name; nil for a user that does not exist.
    package var users: [String: SubjectAccount?] = [:]
    package var groups: [String: UInt32] = [:]
    /// The ids of users and groups whose names alone are known.
    package var madeUpIDs: Set<UInt32> = []
    /// The names of groups that do not exist.
    package var missingGroups: Set<String> = []
    package var units: [String: UnitFacts] = [:]
    /// The first processes of containers, by name; nil for a container that does not exist.
    package var containers: [String: ContainerProcess?] = [:]
    package var network = Network()
    package var settings = FileSettings()
    /// The settings of the kernel that were read, if a host was looked at. All others have the kernel's defaults.
    package var sysctls: Set<Sysctl> = []
    /// The values of other kernel settings, and of those above that the kernel shows in another form; nil for a setting
    /// that the kernel does not have.
    package var kernelSettings: [SettingName: String?] = [:]
    /// `kernel.yama.ptrace_scope`; nil for a kernel without Yama.
    package var tracingScope: Int?
    /// The machine id. The outer nil means no fact; the inner nil means that no file contains an id.
    package var machineID: MachineID??
    /// The security modules of the kernel.
    package var securityModules: [String] = []
    package var kernelAnswer = KernelAnswer.byTheRules
    /// The answers of polkit by action.
    package var polkit: [String: Polkit] = [:]
    /// The error with which polkit fails every question; nil if it answers.
    package var polkitFailure: BusFailure?
    /// The states of names on the bus.
    package var busNames: [String: BusNameFacts] = [:]
    package var sessions: [String: SessionFacts] = [:]
    /// The answers on the terminal, in order; the last one repeats. If there are none, there is no terminal.
    package var terminal: [TerminalAnswer] = []
    private var files: [String: File] = [:]
    /// The directories above all described files: a fact about a file implies that they exist.
    private var ways: Set<String> = []

    /// No facts: every question is undetermined.
    public init() {}

    /// Returns the fact about a path.
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

    /// Returns a file, or a directory above one. Such a directory is `drwxr-xr-x root:root` unless a fact states
    /// otherwise.
    package func file(at path: String) -> File? {
        files[path] ?? (ways.contains(path) ? .ordinaryDirectory : nil)
    }

    /// Returns the account with this id; nil if there is none, or if several differ.
    package func account(numbered id: UInt32) -> SubjectAccount? {
        let found = Set(users.values.compactMap(\.self).filter { $0.user == id })
        return found.count == 1 ? found.first : nil
    }

    /// Returns whether a directory is empty; nil if that is not known.
    func isEmpty(_ directory: String) -> Bool? {
        let hasNames =
            ways.contains { $0.isBelow(directory) }
            || files.contains { $0.key.isBelow(directory) && $0.value.isThere }
        if hasNames { return false }
        return isWhole || file(at: directory)?.isComplete == true ? true : nil
    }
}

extension HostFacts {
    /// A file at one path.
    package struct File: Hashable, Sendable {
        /// The facts of the inode; nil if no file is there.
        package var place: Place?
        package var list: [ListEntry]?
        /// The target of a symbolic link.
        package var target: String?
        /// The mount at this path; nil if the file is on the mount of its directory.
        package var mount: Mount?
        /// True if every name in this directory is described. If so, no other name exists.
        package var isComplete = false
        /// The content as execve(2) finds it.
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

        package var isThere: Bool { place != nil }

        package static let ordinaryDirectory = File(Place(.directory, mode: 0o755, uid: 0, gid: 0))
    }

    /// The answer of faccessat2(2).
    package enum KernelAnswer: Hashable, Sendable {
        case byTheRules
        /// There is no kernel to ask.
        case none
        /// The same answer to every question, whatever the rules find.
        case always(FileLook)
    }

    /// The answers of polkit about an action.
    package struct Polkit: Hashable, Sendable {
        /// The answer; nil if polkit does not know the action.
        package var answer: PolkitAnswer?
        /// The answers for some users, by their ids.
        package var answers: [UInt32: PolkitAnswer] = [:]
        /// True if ``answer`` holds for all other users.
        package var hasAnswer: Bool
        /// The answer after polkit asked a person, which polkit then keeps.
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
        /// The destination of a connection.
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
            /// True if a seccomp filter of the process that asks may be the cause.
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
        /// The sockets that processes hold; nil is the process that asks.
        package var sockets: [Int32?: Set<UInt32>] = [:]
        /// The process that holds a Unix socket, by path.
        package var unixHolders: [String: Int32] = [:]
        /// The addresses of this host besides loopback; nil if there is no fact about them.
        package var addresses: Set<IPAddress>?
        /// `net.ipv4.ip_unprivileged_port_start`.
        package var unprivilegedStart: UInt16 = 1024
        /// `net.ipv6.bindv6only`.
        package var bindsOnlyIPv6 = false
        /// `net.ipv4.ping_group_range`; nil if it cannot be read.
        package var pingGroups: PingGroups? = PingGroups.none
        /// The routes of users that have routing rules of their own.
        package var userRoutes: [UInt32: RouteAnswer] = [:]
        /// The local addresses that bind(2) refuses nevertheless.
        package var refusedAddresses: [IPAddress: AddressRefusal] = [:]
        /// The answers of socket(2). A kind that is not listed is not known.
        package var socketAnswers: [SocketKind: SocketAnswer] = [:]
        /// The networks of processes in other network namespaces.
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
        /// Only on a kernel with Yama.
        case tracingScope = "kernel.yama.ptrace_scope"

        /// The settings that ``FileSettings`` holds.
        package static let ofFiles: Set<Sysctl> = [
            .protectedSymlinks, .protectedHardlinks, .protectedRegular, .protectedFifos,
        ]

        /// Returns the numbers that the kernel shows; empty if the setting cannot be read, or if there is no fact about
        /// it.
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

        /// Writes the setting into the facts.
        ///
        /// - Parameter numbers: As many numbers as the kernel shows.
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
