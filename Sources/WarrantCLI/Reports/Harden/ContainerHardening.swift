import PolicyAuthoring
import Text

/// The part of a hardening that containers know, for several runtimes.
struct ContainerHardening {
    /// The kernel capabilities to add, without `CAP_`; nil if all are kept.
    private let capabilities: [String]?
    private let hasNoNewPrivileges: Bool
    private let isReadOnly: Bool
    private let hasOwnTmp: Bool
    /// The directories and files that stay writable.
    private let writable: [String]

    init(_ hardening: Hardening) {
        let settings = hardening.lines.map(\.setting)
        func values(_ name: String) -> [String] {
            settings.filter { $0.hasPrefix("\(name)=") }.map {
                String($0.dropFirst(name.count + 1))
            }
        }
        let bounding = values("CapabilityBoundingSet")
        capabilities =
            bounding.isEmpty
            ? nil : bounding.filter { !$0.isEmpty }.map { String($0.dropFirst("CAP_".count)) }
        hasNoNewPrivileges = settings.contains("NoNewPrivileges=yes")
        isReadOnly = settings.contains("ProtectSystem=strict")
        hasOwnTmp = settings.contains("PrivateTmp=yes")
        writable = values("ReadWritePaths") + values("BindPaths")
    }

    /// Returns the source and the target of a path, or of both as `BindPaths=` has them.
    private static func volume(_ path: String) -> String {
        path.utf8.contains(UInt8(ascii: ":")) ? path : "\(path):\(path)"
    }

    private static let head = "# Derived from the settings for systemd, and not verified."

    /// The options of docker-run(1), one a line; podman-run(1) has the same.
    var docker: String {
        var options: [String] = []
        if let capabilities {
            options.append("--cap-drop=ALL")
            options += capabilities.map { "--cap-add=\($0)" }
        }
        if hasNoNewPrivileges { options.append("--security-opt=no-new-privileges") }
        if isReadOnly { options.append("--read-only") }
        if hasOwnTmp { options.append("--tmpfs=/tmp") }
        options += writable.map { "--volume=\(Self.volume($0))".shellWord }
        return options.map { $0 + "\n" }.joined()
    }

    /// The keys of a service in a Compose file.
    var compose: String {
        var lines = [Self.head]
        if let capabilities {
            lines.append("cap_drop: [ALL]")
            if !capabilities.isEmpty {
                lines.append("cap_add: [\(capabilities.joined(separator: ", "))]")
            }
        }
        if hasNoNewPrivileges { lines.append(#"security_opt: ["no-new-privileges:true"]"#) }
        if isReadOnly { lines.append("read_only: true") }
        if hasOwnTmp { lines.append("tmpfs: [/tmp]") }
        if !writable.isEmpty {
            lines.append("volumes:")
            lines += writable.map { #"  - "\#(Self.volume($0))""# }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The keys of a container of a Pod.
    var kubernetes: String {
        var lines = [Self.head, "securityContext:"]
        if hasNoNewPrivileges { lines.append("  allowPrivilegeEscalation: false") }
        if isReadOnly { lines.append("  readOnlyRootFilesystem: true") }
        if let capabilities {
            lines += ["  capabilities:", "    drop: [ALL]"]
            if !capabilities.isEmpty {
                lines.append("    add: [\(capabilities.joined(separator: ", "))]")
            }
        }
        let mounts = (hasOwnTmp ? ["/tmp"] : []) + writable
        if !mounts.isEmpty {
            lines.append("volumeMounts:  # each needs a volume of this name")
            for (index, path) in mounts.enumerated() {
                lines.append(#"  - { name: writable-\#(index + 1), mountPath: "\#(path)" }"#)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
