import Kernel
import LinuxSystem

extension UnitSettings {
    /// The requirements of the unit, by the settings that state them.
    var required: [Item] {
        programs.map { Item("ExecStart=", "execute: \(YAMLText.scalar($0))") }
            + environmentFiles.map(reading)
            + directories.map { use("\($0.setting)=", $0.path, "rwx") }
            + writablePaths.filter { path in
                !directories.contains { $0.path == UnitPath(path).path }
            }.map { use("ReadWritePaths=", $0, "rw") }
            + ambientSet.named.map {
                Item("AmbientCapabilities=", "capability: \($0.name)", "in: ambient")
            }
            + requires.filter(isNamed).map { needed($0, by: "Requires=") }
            + bindsTo.filter(isNamed).map { needed($0, by: "BindsTo=") }
            // The unit also starts without them.
            + wants.filter { isNamed($0) && !(requires + bindsTo).contains($0) }
            .map { needed($0, by: "Wants=", "severity: advice") }
    }

    var runsAsRoot: Bool { ["", "root", "0"].contains(user) }

    /// The user that the unit runs as, as the subject of a policy.
    var subject: String {
        var subject = "user: \(YAMLText.scalar(user.isEmpty ? "root" : user))"
        let groups = group.isEmpty ? [] : [group] + supplementaryGroups
        let named = groups.map(YAMLText.scalar).joined(separator: ", ")
        if !groups.isEmpty { subject += ", groups: [\(named)]" }
        let ambient = ambientSet.named.map(\.name).joined(separator: ", ")
        if !ambient.isEmpty { subject += ", capabilities: [\(ambient)]" }
        return "{ \(subject) }"
    }

    private func needed(_ other: String, by setting: String, _ more: String? = nil) -> Item {
        let order = after.contains(other) ? ", After=" : ""
        return Item(setting + order, "unit: \(YAMLText.scalar(other))", more)
    }

    /// The permissions that the unit must not have, by the settings that remove them.
    var forbidden: [Item] {
        let writable = Set(writablePaths.map { UnitPath($0).path })
        let paths = readOnlyPaths.filter { !writable.contains(UnitPath($0).path) }.map { path in
            use("ReadOnlyPaths=", path, "w", because: "ReadOnlyPaths= makes it read-only")
        }
        return paths + (left.map { [$0] } ?? [])
    }

    /// The kernel capabilities that no program of the unit can have, in one requirement.
    private var left: Item? {
        guard let boundingSet else { return nil }
        let lost = KernelCapability.named.filter { !boundingSet.contains($0) }
        let because = "because: CapabilityBoundingSet= leaves them out"
        let lines = lost.map { "- { capability: \($0.name), in: bounding }" }
        switch lost.count {
        case 0: return nil
        case 1:
            let word = "capability: \(lost[0].name)"
            return Item("CapabilityBoundingSet=", word, "in: bounding", because)
        default:
            let any = (["any:"] + lines).joined(separator: "\n      ")
            return Item("CapabilityBoundingSet=", because, any)
        }
    }

    /// systemd itself reads the file, whichever user the unit runs as.
    func reading(_ file: EnvironmentFile) -> Item {
        let path = YAMLText.scalar(file.path)
        return Item(
            "EnvironmentFile=, which systemd reads before the start",
            "read: \(path)",
            "as: root",
            file.isOptional ? "when: { stat: \(path) }" : nil
        )
    }

    private func use(
        _ setting: String,
        _ written: String,
        _ modes: String,
        because: String? = nil
    ) -> Item {
        let place = UnitPath(written)
        let path = YAMLText.scalar(place.path)
        return Item(
            setting,
            "access: \(path)",
            "argument: \(modes)",
            because.map { "because: \($0)" },
            place.isOptional ? "when: { stat: \(path) }" : nil
        )
    }

    /// Returns whether an author would have written the dependency. systemd adds others by itself.
    private func isNamed(_ other: String) -> Bool {
        let implied = ["sysinit.target", "-.mount", "system.slice"]
        return !implied.contains(other) && !other.hasSuffix(".slice")
            && !triggeredBy.contains(other)
    }

    /// The requirements of a socket: its unit is active, and the service that it is passed to holds the address.
    var listening: [Item] {
        [Item("Sockets=", "unit: \(YAMLText.scalar(id))")]
            + listeners.compactMap { listener in
                listener.endpoint.map {
                    Item("Listen\(listener.kind)=", "bind: \(YAMLText.scalar($0))")
                }
            }
    }
}

extension UnitSettings.Listener {
    /// The endpoint in the form of `bind`; nil if `bind` cannot ask about it, for example a name that every user may
    /// bind.
    fileprivate var endpoint: String? {
        let kinds = ["Stream": "tcp", "Datagram": "udp"]
        guard let kind = kinds[self.kind] else { return nil }
        if address.isAbsolutePath { return kind == "tcp" ? "unix:\(address)" : nil }
        if address.hasPrefix("[::]:") { return "\(kind):\(address.dropFirst(5))" }
        return address.contains(":") ? "\(kind):\(address)" : nil
    }
}

/// A path in systemd's settings. The prefix `-` marks a path that may be missing, `+` one in the unit's root.
private struct UnitPath {
    let path: String
    let isOptional: Bool

    init(_ text: String) {
        let path = text.drop { $0 == "-" || $0 == "+" }
        self.path = String(path)
        isOptional = text.prefix(text.count - path.count).contains("-")
    }
}
