import Foundation
import Kernel
import ServiceModel

/// The settings of a service as systemd shows them on the bus, and as the model has them.
struct ShownService: Equatable {
    /// Each value as a text, by property.
    var values: [String: String] = [:]

    private static let kinds = FileSandbox.Directory.Kind.allCases

    /// - Parameter reply: The reply to `GetAll` in the JSON of busctl(1).
    init(reply: String) throws {
        let decoder = JSONDecoder()
        let all = try decoder.decode(Reply.self, from: Data(reply.utf8)).data[0]
        for (name, property) in all {
            values[name] = property.data.text
        }
        for name in ["CapabilityBoundingSet", "AmbientCapabilities"] {
            let known = KernelCapabilitySet(KernelCapability.named).mask
            values[name] = values[name].flatMap(UInt64.init).map { "\($0 & known)" }
        }
        for kind in ServiceCommand.Kind.allCases {
            guard case .list(let commands)? = all["\(kind.rawValue)Ex"]?.data else { continue }
            values[kind.rawValue] = commands.map { command in
                guard case .list(let parts) = command else { return "?" }
                let flags = parts[2].text
                let privilege =
                    flags.contains("privileged")
                    ? "full" : flags.contains("no-setuid") ? "elevated" : "asSet"
                return "\(parts[0].text) \(privilege)"
            }.joined(separator: "\n")
        }
        for kind in Self.kinds {
            guard case .list(let links)? = all["\(kind.rawValue)Symlink"]?.data else { continue }
            values["\(kind.rawValue)Symlink"] = links.map { link in
                guard case .list(let parts) = link else { return "?" }
                return "\(parts[0].text) \(parts[1].text)"
            }.sorted().joined(separator: "\n")
        }
    }

    init(_ found: ServiceSettings, files paths: [String]) {
        let files = found.files
        values["FragmentPath"] = paths[0]
        values["DropInPaths"] = paths.dropFirst().joined(separator: "\n")
        values["User"] = found.user?.value ?? ""
        values["Group"] = found.group?.value ?? ""
        values["SupplementaryGroups"] = text(found.supplementaryGroups) { $0 }
        let bounding = found.withheld.reduce(found.boundingSet?.value ?? .all) {
            $0.subtracting($1.value)
        }
        let known = KernelCapabilitySet(KernelCapability.named)
        values["CapabilityBoundingSet"] = "\(bounding.intersection(known).mask)"
        values["AmbientCapabilities"] =
            "\((found.ambientSet?.value ?? .none).intersection(known).mask)"
        values["SecureBits"] = "\(found.secureBits?.value.rawValue ?? 0)"
        for (name, flag) in [
            ("DynamicUser", found.isUserDynamic), ("NoNewPrivileges", found.noNewPrivileges),
            ("PrivateTmp", files.privateTmp), ("PrivateNetwork", found.privateNetwork),
            ("PrivateDevices", files.privateDevices),
            ("PrivateMounts", files.privateMounts), ("ProtectClock", files.protectClock),
            ("ProtectKernelTunables", files.protectKernelTunables),
            ("ProtectKernelModules", files.protectKernelModules),
            ("ProtectKernelLogs", files.protectKernelLogs),
            ("ProtectControlGroups", files.protectControlGroups),
            ("ProtectHostname", files.protectHostname),
        ] { values[name] = "\(flag?.value ?? false)" }
        values["ProtectSystem"] = files.protectSystem?.value.rawValue ?? "no"
        values["ProtectHome"] = files.protectHome?.value.rawValue ?? "no"
        values["ProtectProc"] = files.protectProc?.value.rawValue ?? "default"
        values["ProcSubset"] = files.showsOnlyProcesses?.value == true ? "pid" : "all"
        values["RootDirectory"] = files.rootDirectory?.value ?? ""
        for (name, list) in [
            ("ReadWritePaths", files.readWritePaths), ("ReadOnlyPaths", files.readOnlyPaths),
            ("InaccessiblePaths", files.inaccessiblePaths), ("ExecPaths", files.execPaths),
            ("NoExecPaths", files.noExecPaths),
        ] {
            values[name] = text(list) { path in
                (path.isOptional ? "-" : "") + (path.isBelowRoot ? "+" : "") + path.path
            }
        }
        for isReadOnly in [false, true] {
            let binds = files.binds.filter { $0.value.isReadOnly == isReadOnly }
            values[isReadOnly ? "BindReadOnlyPaths" : "BindPaths"] = text(binds) { bind in
                "\(bind.source) \(bind.destination) \(bind.isOptional) \(bind.isRecursive ? 16384 : 0)"
            }
        }
        values["TemporaryFileSystem"] = text(files.temporaryFileSystems) {
            "\($0.path) \($0.options)"
        }
        for kind in Self.kinds {
            let own = files.directories.filter { $0.value.kind == kind }
            values[kind.rawValue] = text(own) { $0.name }
            values["\(kind.rawValue)Mode"] = "\(files.directoryModes[kind]?.value ?? 0o755)"
            guard kind != .configuration else { continue }
            values["\(kind.rawValue)Symlink"] = own.flatMap { directory in
                directory.value.links.map { "\(directory.value.name) \($0)" }
            }.sorted().joined(separator: "\n")
        }
        values["RestrictAddressFamilies"] = text(found.filters.addressFamilies, \.name)
        values["SystemCallFilter"] = text(found.filters.systemCalls) { $0 }
        values["SystemCallErrorNumber"] =
            switch found.filters.refusal {
            case .killed: "\(Int32.max - 1)"
            case .error(let code): "\(code.rawValue)"
            case .threadKilled, .signalled: "no setting"
            }
        for kind in ServiceCommand.Kind.allCases {
            values[kind.rawValue] = found.commands.filter { $0.kind == kind }
                .map { "\($0.program) \($0.privilege)" }.joined(separator: "\n")
        }
    }

    /// Returns the properties that differ from those of systemd.
    func differences(from real: ShownService) -> [String] {
        values.keys.sorted().filter { values[$0] != real.values[$0] }
            .map { "\($0): \(values[$0] ?? "") instead of \(real.values[$0] ?? "nothing")" }
    }
}

private func text<Value>(_ list: [Placed<Value>], _ one: (Value) -> String) -> String {
    list.map { one($0.value) }.joined(separator: "\n")
}

private func text<Entry>(_ list: RestrictionList<Entry>?, _ name: (Entry) -> String) -> String {
    // The C library of the host does not know them by name.
    let unresolved: Set = ["riscv_hwprobe", "uretprobe"]
    // systemd does not show the refused calls of a list of permitted ones.
    let shown = (list?.members ?? []).filter { $0.effect == nil || list?.isAllowList == false }
    let names = shown.map { entry, effect in
        switch effect {
        case nil: name(entry)
        case .killed: "\(name(entry)):kill"
        case .error(let code): "\(name(entry)):\(code.name)"
        case .threadKilled, .signalled: "\(name(entry)) by no setting"
        }
    }
    .filter { !unresolved.contains($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return "\(list?.isAllowList ?? false)\n" + names.joined(separator: " ")
}

private struct Reply: Decodable {
    struct Property: Decodable { let data: BusJSON }

    let data: [[String: Property]]
}

private enum BusJSON: Decodable {
    case text(String)
    case list([BusJSON])
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .text("\(flag)")
        } else if let number = try? value.decode(UInt64.self) {
            self = .text("\(number)")
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([BusJSON].self) {
            self = .list(list)
        } else {
            self = .other
        }
    }

    /// The parts of a part are in one line.
    var text: String {
        switch self {
        case .text(let text): text
        case .list(let list): list.map(\.line).joined(separator: "\n")
        case .other: ""
        }
    }

    private var line: String {
        guard case .list(let list) = self else { return text }
        return list.map(\.text).joined(separator: " ")
    }
}
