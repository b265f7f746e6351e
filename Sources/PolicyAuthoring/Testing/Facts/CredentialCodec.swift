import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage

/// The credentials of a process: a user such as `www-data`, or a mapping with further keys.
///
/// Root has all kernel capabilities and other users have none, unless `capabilities` states otherwise.
enum CredentialCodec {
    private static let keys =
        ["user", "groups", "capabilities"] + sets.map(\.key)
        + ["no-new-privileges", "securebits"] + ids.map(\.key)

    /// The JSON Schema of a process. It refuses nothing that ``read(_:thread:into:)`` accepts.
    static let schema: SchemaValue = ["anyOf": [FactSchema.anyText, mapping]]

    /// The JSON Schema of a process that is described by keys.
    static let mapping: SchemaValue = ["$ref": "#/definitions/credentials"]

    /// The JSON Schema of these keys.
    static var credentials: SchemaValue {
        let texts: Set<String> = ["groups", "capabilities"]
        let values = keys.map { key -> (String, SchemaValue) in
            if texts.contains(key) || sets.contains(where: { $0.key == key }) {
                return (key, FactSchema.list(FactSchema.anyText).orText)
            }
            return (key, FactSchema.anyText)
        }
        return FactSchema.mapping(values)
    }

    static func read(
        _ node: Node,
        thread: Int32,
        into reader: FactReader
    ) throws(Diagnostic) -> ThreadCredentials {
        if node.word != nil {
            return try credentials(named: node.text(of: "user"), thread: thread, in: reader)
        }
        let help = "write a user, or `{ user: …, capabilities: [ … ] }`"
        let fields = try Fields(node, of: "a process", help: help)
        fields.reportUnknown(except: keys, to: reader.problems)
        guard let user = fields["user"] else {
            throw Diagnostic("missing-key", at: node.location, "a process needs `user`", help: help)
        }
        var found = try credentials(of: user.text(of: "user"), thread: thread, in: reader)
        if let node = fields["groups"] {
            var ids: [UInt32] = []
            for name in try node.words(of: "groups") { ids.append(try reader.group(name)) }
            found = credentials(found.user.real, ids, thread)
        }
        if let node = fields["capabilities"] {
            let set = try CapabilityList.set(node, of: "capabilities")
            (found.capabilities.effective, found.capabilities.permitted) = (set, set)
        }
        for set in sets {
            guard let node = fields[set.key] else { continue }
            found.capabilities[keyPath: set.path] = try CapabilityList.set(node, of: set.key)
        }
        for id in ids {
            guard let name = try fields[id.key]?.text(of: id.key) else { continue }
            found[keyPath: id.path] = id.isUser ? try reader.user(name) : try reader.group(name)
        }
        if let node = fields["no-new-privileges"] {
            found.hasNoNewPrivileges = try node.isTrue("no-new-privileges")
        }
        if let text = try fields["securebits"]?.text(of: "securebits") {
            guard text.value == "unknown" || UInt32(text.value) != nil else {
                let help = "write a number, see capabilities(7), or `unknown`"
                throw .invalidFact(text, "is no securebits", help: help)
            }
            found.secureBits = UInt32(text.value).map(SecureBits.init(rawValue:))
        }
        return found
    }

    static func lines(_ thread: ThreadCredentials, by writer: FactWriter) -> [String] {
        let main = thread.group.fileSystem
        let groups = [main] + thread.groups.filter { $0 != main }
        var lines = [
            "user: \(writer.user(thread.user.fileSystem).inYAML)",
            "groups: \(writer.list(groups.map(writer.group)))",
            "capabilities: \(writer.list(CapabilityList.words(thread.capabilities.effective)))",
        ]
        lines += sets.map { set in
            let words = CapabilityList.words(thread.capabilities[keyPath: set.path])
            return "\(set.key): \(writer.list(words))"
        }
        for id in ids {
            let value = thread[keyPath: id.path]
            guard value != (id.isUser ? thread.user.fileSystem : main) else { continue }
            let name = id.isUser ? writer.user(value) : writer.group(value)
            lines.append("\(id.key): \(name.inYAML)")
        }
        if thread.hasNoNewPrivileges { lines.append("no-new-privileges: true") }
        if let bits = thread.secureBits {
            if !bits.isEmpty { lines.append("securebits: \(bits.rawValue)") }
        } else if stages(thread, secureBits: nil) != stages(thread, secureBits: []) {
            lines.append("securebits: unknown")
        }
        return lines
    }

    private static func stages(
        _ thread: ThreadCredentials,
        secureBits: SecureBits?
    ) -> [Reach.Stage] {
        var thread = SubjectCredentials(thread)
        thread.secureBits = secureBits
        return thread.reach(from: .initial).stages
    }

    /// Refuses a bare number, which could be that of a process or of a user.
    private static func credentials(
        named user: Located<String>,
        thread: Int32,
        in reader: FactReader
    ) throws(Diagnostic) -> ThreadCredentials {
        guard UInt32(user.value) == nil || reader.facts.users[user.value] != nil else {
            let help = "write the name of the user, or `{ user: \(user.value) }` for one without"
            throw .invalidFact(user, "is a number, and could be that of a process", help: help)
        }
        return try credentials(of: user, thread: thread, in: reader)
    }

    private static func credentials(
        of name: Located<String>,
        thread: Int32,
        in reader: FactReader
    ) throws(Diagnostic) -> ThreadCredentials {
        let id = try reader.user(name)
        let account = reader.facts.users[name.value] ?? reader.facts.account(numbered: id)
        return credentials(id, account?.groups ?? [id], thread)
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

    private struct CapabilitySet {
        let key: String
        let path: WritableKeyPath<KernelCapabilitySets, KernelCapabilitySet>
    }

    /// The sets besides the effective one, which `capabilities` states. The property is computed, because the type of a
    /// key path is not Sendable.
    private static var sets: [CapabilitySet] {
        [
            CapabilitySet(key: "permitted", path: \.permitted),
            CapabilitySet(key: "inheritable", path: \.inheritable),
            CapabilitySet(key: "bounding", path: \.bounding),
            CapabilitySet(key: "ambient", path: \.ambient),
        ]
    }

    private struct ThreadID {
        let key: String
        let path: WritableKeyPath<ThreadCredentials, UInt32>
        let isUser: Bool
    }

    /// The ids besides those that decide about files, which `user` and `groups` state.
    private static var ids: [ThreadID] {
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

/// A set of kernel capabilities: a list of names; `all`, followed by `-CAP_KILL` for a missing one; or `none`.
private enum CapabilityList {
    static func set(_ node: Node, of key: String) throws(Diagnostic) -> KernelCapabilitySet {
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

    /// Returns the words of a set, such as `[all, -CAP_SYS_ADMIN]` if few are missing.
    static func words(_ set: KernelCapabilitySet) -> [String] {
        let held = KernelCapability.named.filter(set.contains)
        let missing = KernelCapability.named.filter { !set.contains($0) }
        if held.count <= missing.count { return held.map(\.name) }
        return ["all"] + missing.map { "-\($0.name)" }
    }
}
