import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// Who runs: this process, others, the main processes of units.
extension FactReader {
    private static let processKeys =
        [
            "user", "groups", "capabilities", "permitted", "inheritable", "bounding", "ambient",
            "no-new-privileges", "securebits",
        ] + ThreadID.all.map(\.key)

    func readProcess(_ entry: Node.Entry) throws(Diagnostic) {
        guard let pid = Int32(entry.key.value), pid > 0 else {
            let help = "write a number above zero"
            throw .invalidFact(entry.key, "is not the number of a process", help: help)
        }
        facts.processes[pid] = process(pid, try credentials(entry.value, thread: pid))
    }

    func process(_ pid: Int32, _ main: ThreadCredentials, in group: String? = nil) -> ProcessFacts {
        ProcessFacts(
            pid: pid,
            threads: [main],
            namespaces: .success(.all(1)),
            controlGroups: group.map { [$0] } ?? []
        )
    }

    /// `www-data`, or a mapping with what else it has. Root has all kernel capabilities, others none, unless
    /// `capabilities` says otherwise.
    func credentials(_ node: Node, thread: Int32) throws(Diagnostic) -> ThreadCredentials {
        if node.word != nil { return try credentials(named: node.text(of: "user"), thread: thread) }
        let help = "write a user, or `{ user: …, capabilities: [ … ] }`"
        let fields = try Fields(node, of: "a process", help: help)
        fields.reportUnknown(except: Self.processKeys, to: problems)
        guard let user = fields["user"] else {
            throw Diagnostic("missing-key", at: node.location, "a process needs `user`", help: help)
        }
        var found = try credentials(of: user.text(of: "user"), thread: thread)
        if let node = fields["groups"] {
            var ids: [UInt32] = []
            for name in try node.words(of: "groups") { ids.append(try group(name)) }
            found = Self.credentials(found.user.real, ids, thread)
        }
        if let node = fields["capabilities"] {
            let set = try set(node, of: "capabilities")
            (found.capabilities.effective, found.capabilities.permitted) = (set, set)
        }
        try read("permitted", in: fields) { found.capabilities.permitted = $0 }
        try read("inheritable", in: fields) { found.capabilities.inheritable = $0 }
        try read("bounding", in: fields) { found.capabilities.bounding = $0 }
        try read("ambient", in: fields) { found.capabilities.ambient = $0 }
        try readRest(of: fields, into: &found)
        return found
    }

    /// What else decides what a process can make of itself.
    private func readRest(
        of fields: Fields,
        into found: inout ThreadCredentials
    ) throws(Diagnostic) {
        for id in ThreadID.all {
            guard let name = try fields[id.key]?.text(of: id.key) else { continue }
            found[keyPath: id.path] = id.isUser ? try user(name) : try group(name)
        }
        if let text = try fields["no-new-privileges"]?.text(of: "no-new-privileges") {
            guard ["true", "false"].contains(text.value) else {
                throw .unknownValue(text, of: "no-new-privileges", known: ["true", "false"])
            }
            found.hasNoNewPrivileges = text.value == "true"
        }
        if let text = try fields["securebits"]?.text(of: "securebits") {
            guard text.value == "unknown" || UInt32(text.value) != nil else {
                let help = "write a number, see capabilities(7), or `unknown`"
                throw .invalidFact(text, "is no securebits", help: help)
            }
            found.secureBits = UInt32(text.value).map(SecureBits.init(rawValue:))
        }
    }

    /// A bare number reads as one of a process, and would be that of a user.
    private func credentials(named user: Located<String>, thread: Int32) throws(Diagnostic)
        -> ThreadCredentials
    {
        guard UInt32(user.value) == nil || facts.users[user.value] != nil else {
            let help = "write the name of the user, or `{ user: \(user.value) }` for one without"
            throw .invalidFact(user, "is a number, and could be that of a process", help: help)
        }
        return try credentials(of: user, thread: thread)
    }

    private func read(
        _ key: String,
        in fields: Fields,
        _ take: (KernelCapabilitySet) -> Void
    ) throws(Diagnostic) {
        if let node = fields[key] { take(try set(node, of: key)) }
    }

    private func credentials(of name: Located<String>, thread: Int32) throws(Diagnostic)
        -> ThreadCredentials
    {
        let id = try user(name)
        let account = facts.users[name.value] ?? facts.account(numbered: id)
        return Self.credentials(id, account?.groups ?? [id], thread)
    }

    private static func credentials(
        _ user: UInt32,
        _ groups: [UInt32],
        _ thread: Int32
    ) -> ThreadCredentials {
        let all = KernelCapabilitySet(KernelCapability.named)
        var found = ThreadCredentials(
            thread: thread,
            user: user,
            group: groups.first ?? user,
            groups: groups,
            capabilities: KernelCapabilitySets(
                effective: user == 0 ? all : .none,
                permitted: user == 0 ? all : .none,
                bounding: all
            )
        )
        found.secureBits = []
        return found
    }

    /// A list of names; `all`, and then `-CAP_KILL` for one that is missing; or `none`.
    private func set(_ node: Node, of key: String) throws(Diagnostic) -> KernelCapabilitySet {
        var set = KernelCapabilitySet.none
        if case .sequence([]) = node.kind { return .none }
        for text in try node.words(of: key) {
            if text.value == "all" {
                set = KernelCapabilitySet(KernelCapability.named)
            } else if text.value.hasPrefix("-") {
                let name = Located(String(text.value.dropFirst()), at: text.location)
                set = set.removing(try kernelCapability(name))
            } else if text.value != "none" {
                set = set.inserting(try kernelCapability(text))
            }
        }
        return set
    }
}

/// An id of a process besides the one that files see, by its key.
struct ThreadID {
    let key: String
    let path: WritableKeyPath<ThreadCredentials, UInt32>
    let isUser: Bool

    /// A key path of values alone is Sendable in fact, and not by its type.
    static var all: [ThreadID] {
        [
            ThreadID(key: "real-user", path: \.user.real, isUser: true),
            ThreadID(key: "effective-user", path: \.user.effective, isUser: true),
            ThreadID(key: "saved-user", path: \.user.saved, isUser: true),
            ThreadID(key: "real-group", path: \.group.real, isUser: false),
            ThreadID(key: "effective-group", path: \.group.effective, isUser: false),
            ThreadID(key: "saved-group", path: \.group.saved, isUser: false),
        ]
    }
}
