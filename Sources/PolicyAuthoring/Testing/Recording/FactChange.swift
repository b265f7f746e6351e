import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem

/// One change of a described host, as a case of a test states it.
struct FactChange: Sendable {
    /// The lines below `given:`.
    let lines: [String]

    private init(_ key: String, _ lines: [String]) {
        self.lines = ["\(key):"] + lines.map { "  \($0)" }
    }

    private init(_ key: String, _ name: String, _ value: String) {
        self.init(key, ["\(name.inYAML): \(value)"])
    }

    /// Returns changes of each fact that may change an answer, in rounds: the plain changes that most cases need, and
    /// then those for the rest.
    ///
    /// - Parameter asked: The words of the questions, among them names that the facts lack: the path of a file in a
    ///   missing directory, or a unit where systemd could not be asked.
    static func rounds(of facts: HostFacts, asked: Set<String>) -> [[FactChange]] {
        let network = facts.network
        let settings = facts.sysctls.map(\.rawValue) + facts.kernelSettings.keys.map { "\($0)" }
        let values = ["0", "1", "4294967295", "1 0", "0 4294967294"].map { "\"\($0)\"" }
        let plain =
            closed(facts) + units(facts, asked) + ports(network)
            + each("connections", network.peers.keys, ["refused", "answers"])
            + each("names", network.names.keys, ["missing", "[127.0.0.1]"])
            + each("routes", network.routes.keys, ["none", "local"])
            + each("polkit", facts.polkit.keys, ["no", "yes"])
            + each("sysctls", settings, values + ["missing"])
            + (facts.machineID == nil ? [] : [FactChange(lines: ["machine-id: missing"])])
        let groups =
            each("groups", facts.groups.keys.filter { $0 != "root" }, ["missing"])
            + each("groups", facts.missingGroups, ["65533"])
        return [
            plain, opened(facts, asked) + processes(facts), existence(facts, asked),
            users(facts) + groups, owners(facts),
        ]
    }

    private init(lines: [String]) { self.lines = lines }

    /// Returns whether it changes a fact about one of these objects.
    func isAbout(_ objects: Set<String>) -> Bool {
        objects.contains { object in
            lines.contains { $0.hasPrefix("  \(object.inYAML):") }
        }
    }

    /// Gives each name each of the values.
    private static func each(
        _ key: String,
        _ names: some Sequence<some CustomStringConvertible>,
        _ values: [String]
    ) -> [FactChange] {
        names.map { "\($0)" }.sorted().flatMap { name in
            values.map { FactChange(key, name, $0) }
        }
    }
}

// Ports.
extension FactChange {
    /// Frees each port that is held, on all addresses, and gives each free one to root.
    private static func ports(_ network: HostFacts.Network) -> [FactChange] {
        network.ports.map { port, sockets -> (String, [FactChange]) in
            let name = "\(port.transport):\(port.number)"
            let holders = sockets.filter { !$0.isConnected }
            guard holders.isEmpty else {
                let free = Set(holders.map { PortCodec.name(of: $0) }).sorted().map {
                    "\($0.inYAML): free"
                }
                return (name, [FactChange("ports", free)])
            }
            return (
                name,
                [
                    FactChange("ports", name, "{ uid: 0 }"),
                    FactChange("ports", "\(port.transport):[::]:\(port.number)", "{ uid: 0 }"),
                ]
            )
        }.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
}

// Files.
extension FactChange {
    /// Removes each file that exists, with all below it, and creates each that does not.
    private static func existence(_ facts: HostFacts, _ asked: Set<String>) -> [FactChange] {
        let sockets = asked.filter { $0.hasPrefix("unix:") }.map { String($0.dropFirst(5)) }
        let named = asked.union(sockets).filter(\.isAbsolutePath)
        let paths = named.union(named.map(\.parentDirectory)).union(facts.paths)
        var below: [String: [String]] = [:]
        for path in facts.paths where facts[path]?.isThere == true {
            for above in path.directoriesAbove { below[above, default: []].append(path) }
        }
        return paths.subtracting(["/"]).deepestFirst.flatMap { path -> [FactChange] in
            if facts.file(at: path)?.isThere == true {
                let gone = [path] + below[path, default: []]
                return [FactChange("files", gone.map { "\($0.inYAML): missing" })]
            }
            let kinds: [(FileKind, mode: UInt16)] = [
                (.regular, 0o666), (.directory, 0o777), (.socket, 0o666),
            ]
            return kinds.map { kind, mode in
                let file = HostFacts.File(Place(kind, mode: mode, uid: 0, gid: 0))
                let created = FactChange(path, file, facts)
                switch kind {
                case .directory:
                    // It is empty, but only for names that the facts have.
                    let absent = paths.filter { $0.parentDirectory.isSamePath(as: path) }.sorted()
                    let names = absent.map { "  \($0.inYAML): missing" }
                    return FactChange(lines: created.lines + names)
                case .socket:
                    let listener = FactChange("connections", "unix:\(path)", "answers")
                    return FactChange(lines: created.lines + listener.lines)
                default: return created
                }
            }
        }
    }

    /// Leaves each file to its owner alone.
    private static func closed(_ facts: HostFacts) -> [FactChange] {
        changes(facts) { file in
            file.list = nil
            file.place?.mode &= 0o7700
        }
    }

    /// Gives permissions for each file to everyone, as few as possible first. A file that no fact describes may lie in a
    /// directory that the subject may not search.
    private static func opened(_ facts: HostFacts, _ asked: Set<String>) -> [FactChange] {
        let hidden = asked.filter { $0.isAbsolutePath && facts.file(at: $0) == nil }.sorted()
        let file = HostFacts.File(Place(.regular, mode: 0o777, uid: 0, gid: 0))
        let masks: [UInt16] = [0o001, 0o004, 0o002, 0o005, 0o003, 0o666, 0o777]
        return hidden.map { FactChange($0, file, facts, opensParent: true) }
            + masks.flatMap { mask in
                changes(facts) { file in
                    guard let place = file.place else { return }
                    let mayExecute = place.kind == .directory || place.mode & 0o111 != 0
                    guard mayExecute || mask & 0o111 == 0 else { return }
                    file.place?.mode |= mask
                }
            }
    }

    /// Gives each file to another user or group, or makes it immutable.
    private static func owners(_ facts: HostFacts) -> [FactChange] {
        let users = Set(facts.users.values.compactMap { $0?.user }).union([0, 65534]).sorted()
        let groups = Set(facts.groups.values).union([0, 65534]).sorted()
        return users.flatMap { user in changes(facts) { $0.place?.uid = user } }
            + groups.flatMap { group in changes(facts) { $0.place?.gid = group } }
            + changes(facts) { $0.place?.isImmutable = true }
    }

    /// Returns the change of each file that is not a link, if it is one.
    private static func changes(
        _ facts: HostFacts,
        _ change: (inout HostFacts.File) -> Void
    ) -> [FactChange] {
        facts.paths.deepestFirst.compactMap { path in
            guard var file = facts[path], let place = file.place, place.kind != .symbolicLink else {
                return nil
            }
            change(&file)
            return file == facts[path] ? nil : FactChange(path, file, facts)
        }
    }

    /// Describes a file in directories that exist, and that everyone may search.
    ///
    /// - Parameter opensParent: True if everyone may also change the names in its directory.
    private init(
        _ path: String,
        _ file: HostFacts.File,
        _ facts: HostFacts,
        opensParent: Bool = false
    ) {
        let writer = FactWriter(facts)
        let way = path.directoriesAbove.compactMap {
            above -> (path: String, file: HostFacts.File)? in
            guard var file = facts[above] else { return nil }
            guard let place = file.place else { return (above, .ordinaryDirectory) }
            let isOpened = opensParent && path.parentDirectory.isSamePath(as: above)
            let open: UInt16 = isOpened ? 0o777 : 0o001
            guard place.kind == .directory, place.mode & open != open else { return nil }
            file.place?.mode |= open
            return (above, file)
        }
        let files = way + [(path, file)]
        self.init("files", files.flatMap { FileCodec.lines(of: $1, at: $0, by: writer) })
    }
}

extension Collection<String> {
    /// The paths, those with the most directories above them first.
    fileprivate var deepestFirst: [String] {
        map { (depth: $0.utf8.count { $0 == UInt8(ascii: "/") }, path: $0) }
            .sorted { ($1.depth, $0.path) < ($0.depth, $1.path) }
            .map(\.path)
    }
}

extension String {
    /// The directories on the way to an absolute path, from the root.
    fileprivate var directoriesAbove: [String] {
        let names = pathNames.dropLast()
        return (0...names.count).map { "/" + names.prefix($0).joined(separator: "/") }
    }
}

// Units, processes and users.
extension FactChange {
    private static func units(_ facts: HostFacts, _ asked: Set<String>) -> [FactChange] {
        let names = asked.filter { SystemdUnit($0).invalidName == nil }.union(facts.units.keys)
        return names.sorted().flatMap { name -> [FactChange] in
            let runs = facts.units[name]?.mainPID != nil
            let ended = runs ? ["process: unknown", "others: unknown"] : []
            let states = ["inactive", "failed", "not-found"].map { ["state: \($0)"] + ended }
            let changes =
                states + [
                    ["state: active"], ["file: disabled"], ["file: enabled"], ["can: []"],
                    ["state: active", "file: enabled"],
                ]
            return changes.map {
                FactChange("units", ["\(name.inYAML):"] + $0.map { "  \($0)" })
            }
        }
    }

    /// Takes all kernel capabilities from a process, or gives it all; and makes it one of another user.
    private static func processes(_ facts: HostFacts) -> [FactChange] {
        let sets = ["capabilities", "permitted", "inheritable", "bounding", "ambient"]
        let none = sets.map { "\($0): none" }
        let all = sets.map { "\($0): all" }
        let changes = [
            none, all, ["user: 65534", "groups: [65534]"] + none,
            ["user: root", "groups: [root]"] + all,
        ]
        let running = facts.units.filter { $0.value.mainPID != nil }.keys.sorted()
        return changes.flatMap { process -> [FactChange] in
            let ofUnits = running.map { name in
                let lines = ["process:"] + process.map { "  \($0)" }
                return FactChange("units", ["\(name.inYAML):"] + lines.map { "  \($0)" })
            }
            return (facts.own == nil ? [] : [FactChange("self", process)]) + ofUnits
        }
    }

    /// Removes a user or adds a missing one, takes a supplementary group from it, or puts it into another group.
    private static func users(_ facts: HostFacts) -> [FactChange] {
        let writer = FactWriter(facts)
        let all = facts.groups.values.sorted()
        return facts.users.sorted { $0.key < $1.key }.flatMap { name, account -> [FactChange] in
            guard let account else { return [FactChange("users", name, "[\(name.inYAML)]")] }
            guard let primary = account.groups.first else { return [] }
            let fewer = account.groups.dropFirst().map { gone in
                account.groups.filter { $0 != gone }
            }
            let more = all.filter { !account.groups.contains($0) && $0 != primary }
                .map { account.groups + [$0] }
            return [FactChange("users", name, "missing")]
                + (fewer + more).map { groups in
                    let names = writer.list(groups.map(writer.group))
                    return FactChange("users", name, "{ uid: \(account.user), groups: \(names) }")
                }
        }
    }
}
