import AccessModel
import ArgumentParser
import Kernel
import PolicyLanguage

/// A subject as a line of a batch has it: `{"uid":33,"gid":33,"groups":[4],"capabilities":["CAP_CHOWN"]}`.
struct SubjectFields {
    private var uid: UInt32?
    private var gid: UInt32?
    private var groups: [UInt32] = []
    private var capabilities: [KernelCapability] = []
    private var namespace: UserNamespace?

    private static let keys = ["uid", "gid", "groups", "capabilities", "userns"]
    /// `NGROUPS_MAX`, see setgroups(2).
    private static let mostGroups = 65_536

    init(_ scanner: JSONScanner) throws(BadLine) {
        var scanner = scanner
        var fields = Fields(Self.keys, of: "the subject")
        try scanner.object { scanner, key throws(BadLine) in
            switch try fields.name(key, scanner) {
            case "uid": uid = try scanner.idNumber("uid")
            case "gid": gid = try scanner.idNumber("gid")
            case "groups": try readGroups(&scanner)
            case "capabilities": try readCapabilities(&scanner)
            default: try readNamespace(&scanner)
            }
        }
    }

    /// - Parameter own: The user namespace of whom no other is named.
    func credentials(
        _ bounding: KernelCapabilitySet,
        in own: UserNamespace
    ) throws(BadLine) -> Credentials {
        guard let uid else { throw BadLine("the subject has no `uid`; name the number of a user") }
        guard let gid else { throw BadLine("the subject has no `gid`; name the number of a group") }
        return Credentials(
            user: uid,
            group: gid,
            groups: groups,
            effective: KernelCapabilitySet(capabilities),
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
        try scanner.list("capabilities") { scanner throws(BadLine) in
            let value = try scanner.value()
            guard case .string(let text) = value else {
                throw BadLine(
                    "a kernel capability is \(value.kind), and has to be a string: \"CAP_CHOWN\""
                )
            }
            capabilities.append(try batchCapability(scanner.words(text)))
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

/// The keys of an object: each is known, and there once.
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
}

/// A kernel capability, by the rule of the command line.
func batchCapability(_ name: String) throws(BadLine) -> KernelCapability {
    do {
        return try knownCapability(name)
    } catch {
        throw BadLine((error as? ValidationError)?.message ?? "\(error)")
    }
}
