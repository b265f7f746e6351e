import AccessModel
import Kernel
import LinuxCapabilities
import PolicyLanguage
import Questions
import Text

/// A subject in a batch line: `{"uid":33,"gid":33,"groups":[4],"capabilities":["CAP_CHOWN"]}`, `{"user":"www-data"}`,
/// `{"pid":812}`, `{"unit":"nginx.service"}`, with `"restarted":true` as systemd would start it, `{"container":"web"}` or
/// `{"unit-file":"/x/a.service"}`.
struct SubjectFields {
    /// The subject, if the line names it as the options of `warrant can` do; nil for one described by numbers.
    private(set) var named: Subject?
    private var uid: UInt32?
    private var gid: UInt32?
    private var groups: [UInt32] = []
    private var capabilities: [KernelCapability]?
    private var namespace: UserNamespace?

    private static let keys = [
        "uid", "gid", "groups", "capabilities", "userns", "user", "pid", "unit",
        "restarted", "container", "unit-file", "command", "systemd-version",
    ]
    /// `NGROUPS_MAX`, see setgroups(2).
    private static let mostGroups = 65_536

    init(_ scanner: JSONScanner) throws(BadLine) {
        var scanner = scanner
        var fields = Fields(Self.keys, of: "the subject")
        var unit: String?
        var isRestarted = false
        var unitFile: String?
        var command: String?
        var systemdVersion: String?
        try scanner.object { scanner, key throws(BadLine) in
            switch try fields.name(key, scanner) {
            case "uid": uid = try scanner.idNumber("uid")
            case "gid": gid = try scanner.idNumber("gid")
            case "groups": try readGroups(&scanner)
            case "capabilities": try readCapabilities(&scanner)
            case "userns": try readNamespace(&scanner)
            case "user": named = .user(try scanner.text("user"))
            case "pid": named = try Self.process(try scanner.idNumber("pid"))
            case "unit": unit = try scanner.text("unit")
            case "restarted": isRestarted = try scanner.flag("restarted")
            case "container": named = try Self.container(try scanner.text("container"))
            case "unit-file": unitFile = try scanner.text("unit-file")
            case "command": command = try scanner.text("command")
            default: systemdVersion = try scanner.text("systemd-version")
            }
        }
        try fields.requireOneSubject(isRestarted: isRestarted)
        let start = UnitStart(command: command, systemdVersion: systemdVersion)
        if let unit {
            if let problem = SystemdUnit(unit).invalidName { throw BadLine(problem) }
            named =
                isRestarted ? try Self.service(.restartedUnit(unit, start), unit) : .unit(unit)
        }
        if let unitFile { named = try Self.service(.unitFile(unitFile, start), unitFile) }
        if case .user(let name, _, _)? = named { named = try user(name) }
    }

    private static func process(_ number: UInt32) throws(BadLine) -> Subject {
        guard let pid = Int32(exactly: number), pid > 0 else {
            throw BadLine("pid is \(number), which no process has")
        }
        return .process(pid: pid)
    }

    private static func container(_ name: String) throws(BadLine) -> Subject {
        let subject = Subject.container(name)
        if let problem = subject.problem { throw BadLine("\(name.quoted) \(problem)") }
        return subject
    }

    private static func service(
        _ subject: Subject,
        _ name: String
    ) throws(BadLine) -> Subject {
        if let problem = subject.problem { throw BadLine("\(name.quoted) \(problem)") }
        return subject
    }

    private func user(_ name: String) throws(BadLine) -> Subject {
        guard name.isEmpty || !name.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            throw BadLine("`user` is a name; write a number as `uid`, and its group as `gid`")
        }
        let subject = Subject.user(name, capabilities: capabilities)
        if let problem = subject.problem { throw BadLine("the `user` \(problem)") }
        return subject
    }

    /// - Parameter own: The user namespace of a subject that names none.
    func credentials(
        _ bounding: KernelCapabilitySet,
        in own: UserNamespace
    ) throws(BadLine) -> Credentials {
        guard let uid else {
            throw BadLine(
                "the subject has no `uid`; name one, or a `user`, a `pid`, a `unit`, a `container` or a `unit-file`"
            )
        }
        guard let gid else { throw BadLine("the subject has no `gid`; name the number of a group") }
        return Credentials(
            user: uid,
            group: gid,
            groups: groups,
            effective: KernelCapabilitySet(capabilities ?? []),
            bounding: namespace == nil ? bounding : KernelCapabilitySet(mask: .max),
            namespace: namespace ?? own
        )
    }

    private mutating func readGroups(_ scanner: inout JSONScanner) throws(BadLine) {
        guard !scanner.takeNull() else { return }
        try scanner.list("groups") { scanner throws(BadLine) in
            groups.append(try scanner.idNumber("a group"))
        }
        guard groups.count <= Self.mostGroups else {
            throw BadLine("\(groups.count) groups, and a process has at most \(Self.mostGroups)")
        }
    }

    private mutating func readCapabilities(_ scanner: inout JSONScanner) throws(BadLine) {
        guard !scanner.takeNull() else { return }
        var capabilities: [KernelCapability] = []
        try scanner.list("capabilities") { scanner throws(BadLine) in
            let value = try scanner.value()
            guard case .string(let text) = value else {
                throw BadLine(
                    "a kernel capability is \(value.kind), and has to be a string: \"CAP_CHOWN\""
                )
            }
            capabilities.append(try Self.capability(scanner.words(text)))
        }
        self.capabilities = capabilities
    }

    /// Returns a kernel capability by its name, under the rules of the command line.
    private static func capability(_ name: String) throws(BadLine) -> KernelCapability {
        do throws(InvalidUse) {
            return try .written(name, isTyped: true)
        } catch {
            throw BadLine(error.sentence(for: name))
        }
    }

    private mutating func readNamespace(_ scanner: inout JSONScanner) throws(BadLine) {
        guard !scanner.takeNull() else { return }
        guard case .object(let range) = try scanner.value() else {
            throw BadLine(
                "`userns` has to be an object: {\"uid\":[[0,100000,65536]],\"gid\":[[0,100000,65536]]}"
            )
        }
        var fields = Fields(["uid", "gid"], of: "the userns")
        var maps: [String: IDMap] = [:]
        var inner = JSONScanner(scanner.bytes, in: range)
        try inner.object { scanner, key throws(BadLine) in
            let name = try fields.name(key, scanner)
            maps[name] = try scanner.idMap(name)
        }
        guard let users = maps["uid"], let groups = maps["gid"] else {
            throw BadLine("the userns needs both maps, `uid` and `gid`; [] maps none")
        }
        namespace = UserNamespace(users: users, groups: groups)
    }
}

/// The keys of an object. Each must be known and occur once.
private struct Fields {
    private let known: [String]
    private let owner: String
    private var seen: Set<String> = []

    init(_ known: [String], of owner: String) {
        self.known = known
        self.owner = owner
    }

    mutating func name(_ key: JSONText, _ scanner: JSONScanner) throws(BadLine) -> String {
        let name = scanner.words(key)
        guard known.contains(name) else {
            throw BadLine(
                "unknown key \(name.quoted) of \(owner); \(advice(for: name, among: known))"
            )
        }
        guard seen.insert(name).inserted else {
            throw BadLine("`\(name)` of \(owner) is there twice; leave one out")
        }
        return name
    }

    private static let ofUnitFile = ["command", "systemd-version"]

    /// Refuses further keys beside a named subject, which already has its ids.
    func requireOneSubject(isRestarted: Bool) throws(BadLine) {
        let names = ["user", "pid", "unit", "container", "unit-file"].filter(seen.contains)
        guard let name = names.first else {
            for key in Self.ofUnitFile where seen.contains(key) {
                throw BadLine("`\(key)` of the subject belongs to a `unit-file`; name one")
            }
            guard !seen.contains("restarted") else {
                throw BadLine("`restarted` of the subject belongs to a `unit`; name one")
            }
            return
        }
        let further = [
            "user": ["capabilities"], "unit-file": Self.ofUnitFile,
            "unit": isRestarted ? ["restarted", "command"] : ["restarted"],
        ]
        let allowed = Set([name] + further[name, default: []])
        guard let other = known.first(where: { seen.contains($0) && !allowed.contains($0) }) else {
            return
        }
        throw BadLine("the subject has `\(name)` and `\(other)`; leave one out")
    }
}

extension JSONScanner {
    mutating func takeNull() -> Bool {
        var ahead = self
        guard case .null? = try? ahead.value() else { return false }
        self = ahead
        return true
    }

    fileprivate mutating func text(_ name: String) throws(BadLine) -> String {
        let value = try value()
        guard case .string(let text) = value else {
            throw BadLine("`\(name)` is \(value.kind), and has to be a string")
        }
        return words(text)
    }

    fileprivate mutating func flag(_ name: String) throws(BadLine) -> Bool {
        let value = try value()
        guard case .bool(let flag) = value else {
            throw BadLine("`\(name)` is \(value.kind), and has to be true or false")
        }
        return flag
    }

    /// Reads the array of a key; `element` reads each value.
    mutating func list(
        _ name: String,
        _ element: (inout JSONScanner) throws(BadLine) -> Void
    ) throws(BadLine) {
        skipSpace()
        guard bytes[position] == UInt8(ascii: "[") else {
            throw BadLine("`\(name)` is \(try value().kind), and has to be an array")
        }
        try array(element)
    }

    /// Reads the number of a user or a group. 4294967295 is not a valid id, see chown(2).
    mutating func idNumber(_ name: String) throws(BadLine) -> UInt32 {
        let id = try whole(name)
        guard id < noID else { throw BadLine("\(name) is \(id), and the last one is 4294967294") }
        return id
    }

    private mutating func whole(_ name: String) throws(BadLine) -> UInt32 {
        let value = try value()
        guard case .number(let range) = value else {
            throw BadLine("\(name) is \(value.kind), and has to be a number")
        }
        guard let number = UInt32(digits: bytes[range]) else {
            let text = String(decoding: bytes[range].prefix(24), as: UTF8.self)
            throw BadLine("\(name) is \(text); it is a whole number from 0 to 4294967294")
        }
        return number
    }

    /// Reads `[[inside, outside, count], …]` by the rules of uid_map in user_namespaces(7).
    mutating func idMap(_ name: String) throws(BadLine) -> IDMap {
        var ranges: [IDMap.Range] = []
        try list(name) { scanner throws(BadLine) in
            var numbers: [UInt32] = []
            try scanner.list("a range of \(name)") { scanner throws(BadLine) in
                numbers.append(try scanner.whole("a number of a range"))
            }
            ranges.append(try IDMap.Range(numbers))
        }
        guard ranges.count <= 340 else {
            throw BadLine(
                "`\(name)` of the userns has \(ranges.count) ranges, and the kernel takes 340"
            )
        }
        for ids in [ranges.map(\.insides), ranges.map(\.outsides)] {
            let sorted = ids.sorted { $0.lowerBound < $1.lowerBound }
            if zip(sorted, sorted.dropFirst()).contains(where: { $0.overlaps($1) }) {
                throw BadLine("`\(name)` of the userns has ranges that overlap")
            }
        }
        return IDMap(ranges)
    }
}

extension IDMap.Range {
    fileprivate init(_ numbers: [UInt32]) throws(BadLine) {
        guard numbers.count == 3 else {
            throw BadLine(
                "a range of ids has \(numbers.count) numbers; write [inside,outside,count]"
            )
        }
        let (inside, outside, count) = (numbers[0], numbers[1], numbers[2])
        guard count > 0, inside.addingReportingOverflow(count).overflow == false,
            outside.addingReportingOverflow(count).overflow == false
        else {
            throw BadLine(
                "the range [\(inside),\(outside),\(count)] is empty, or ends beyond 4294967294"
            )
        }
        self.init(inside: inside, outside: outside, count: count)
    }

    fileprivate var insides: Range<UInt32> { inside..<inside + count }
    fileprivate var outsides: Range<UInt32> { outside..<outside + count }
}

extension UInt32 {
    /// Reads a number written in digits only, without sign, fraction or exponent.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            let (tens, isLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
            guard !isLarge, !isLarger else { return nil }
            value = sum
        }
        self = value
    }
}
