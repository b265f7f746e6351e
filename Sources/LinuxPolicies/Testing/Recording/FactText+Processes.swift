import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem

// What is known of a process, as text.
extension FactText {
    func process(_ thread: ThreadCredentials) -> [String] {
        let sets = thread.capabilities
        let groups =
            [thread.group.fileSystem] + thread.groups.filter { $0 != thread.group.fileSystem }
        return [
            "user: \(user(thread.user.fileSystem).inYAML)",
            "groups: \(list(groups.map(group)))",
            "capabilities: \(list(Self.names(sets.effective)))",
            "permitted: \(list(Self.names(sets.permitted)))",
            "inheritable: \(list(Self.names(sets.inheritable)))",
            "bounding: \(list(Self.names(sets.bounding)))",
            "ambient: \(list(Self.names(sets.ambient)))",
        ] + rest(of: thread)
    }

    /// What else decides what a process can make of itself, where it is not as usual.
    private func rest(of thread: ThreadCredentials) -> [String] {
        var lines: [String] = []
        for id in ThreadID.all {
            let usual = id.isUser ? thread.user.fileSystem : thread.group.fileSystem
            let value = thread[keyPath: id.path]
            guard value != usual else { continue }
            let name = id.isUser ? user(value) : group(value)
            lines.append("\(id.key): \(name.inYAML)")
        }
        if thread.hasNoNewPrivileges { lines.append("no-new-privileges: true") }
        if let bits = thread.secureBits {
            if !bits.isEmpty { lines.append("securebits: \(bits.rawValue)") }
        } else if Self.stages(thread, secureBits: nil) != Self.stages(thread, secureBits: []) {
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
        return thread.reach(in: nil, from: .initial).stages
    }

    /// `[all, -CAP_SYS_ADMIN]` where few are missing.
    private static func names(_ set: KernelCapabilitySet) -> [String] {
        let held = KernelCapability.named.filter(set.contains)
        let missing = KernelCapability.named.filter { !set.contains($0) }
        if held.count <= missing.count { return held.map(\.name) }
        return ["all"] + missing.map { "-\($0.name)" }
    }
}
