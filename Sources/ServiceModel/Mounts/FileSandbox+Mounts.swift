import Kernel

extension FileSandbox {
    /// True if some setting gives the service a mount namespace of its own. Without one it has the mounts of systemd;
    /// exec_needs_mount_namespace (src/core/execute.c).
    package var needsMountNamespace: Bool {
        let lists = [readWritePaths, readOnlyPaths, inaccessiblePaths, execPaths, noExecPaths]
        let switches = [
            privateTmp, privateDevices, privateMounts, protectKernelTunables, protectKernelModules,
            protectKernelLogs, protectControlGroups, showsOnlyProcesses,
        ]
        return hasMountNamespace || lists.contains { !$0.isEmpty } || !binds.isEmpty
            || !temporaryFileSystems.isEmpty
            || switches.contains { $0?.value == true } || protectSystem?.value ?? .no != .no
            || protectHome?.value ?? .no != .no || hidesProcesses || rootDirectory != nil
    }

    /// True if the service may see other files than systemd does, or files that systemd creates for it, or if a kernel
    /// capability may count for less of them.
    package var changesFiles: Bool {
        needsMountNamespace || !directories.isEmpty || hasNetworkNamespace || hasUserNamespace
    }

    private var hidesProcesses: Bool { protectProc?.value ?? .default != .default }

    /// The entries in systemd's own order (setup_namespace, src/core/namespace.c), before they are sorted.
    ///
    /// - Returns: The entries; nil if the options of a tmpfs are not known.
    var mounts: [PlannedMount]? {
        guard let temporary else { return nil }
        return listed + bound + ofDirectories + temporary + ofTmp + ofDevices + ofKernel + ofHome
            + ofSystem
            + ofProcesses + ofHostname + [Self.credentials]
    }

    private var listed: [PlannedMount] {
        let lists: [([Placed<Path>], PlannedMount.Action)] = [
            (readWritePaths, .readWrite), (readOnlyPaths, .readOnly),
            (inaccessiblePaths, .inaccessible), (execPaths, .exec), (noExecPaths, .noExec),
        ]
        return lists.flatMap { paths, action in
            paths.map { path in
                PlannedMount(
                    action,
                    at: MountPath(path.value.path),
                    by: path.named,
                    isOptional: path.value.isOptional
                )
            }
        }
    }

    private var bound: [PlannedMount] {
        binds.map { bind in
            var mount = PlannedMount(
                bind.value.isRecursive ? .recursiveBind : .bind,
                at: MountPath(bind.value.destination),
                by: bind.named,
                isOptional: bind.value.isOptional,
                source: MountPath(bind.value.source)
            )
            if bind.value.isReadOnly { mount.readOnly = PlannedMount.Flag(setting: bind.named) }
            return mount
        }
    }

    /// The directories are bound to their own places, so they stay writable; compile_bind_mounts (src/core/execute.c). One
    /// below another of its kind needs no mount.
    private var ofDirectories: [PlannedMount] {
        directories.filter { directory in
            !directories.contains { other in
                other.value.kind == directory.value.kind && other.value.path != directory.value.path
                    && directory.value.path.starts(with: other.value.path)
            }
        }
        .map { directory in
            PlannedMount(
                .recursiveBind,
                at: directory.value.path,
                by: directory.named,
                source: directory.value.path
            )
        }
    }

    private var temporary: [PlannedMount]? {
        var mounts: [PlannedMount] = []
        for temporary in temporaryFileSystems {
            guard var options = TmpfsOptions(parsing: temporary.value.options) else { return nil }
            var mount = PlannedMount(
                .tmpfs,
                at: MountPath(temporary.value.path),
                by: temporary.named
            )
            if options.flags.remove(.readOnly) != nil {
                mount.readOnly = PlannedMount.Flag(setting: temporary.named)
            }
            mount.tmpfs = options
            mounts.append(mount)
        }
        return mounts
    }

    private var ofTmp: [PlannedMount] {
        all(privateTmp, .privateTmp, Known.temporary, isOptional: false)
    }

    private var ofDevices: [PlannedMount] {
        all(privateDevices, .privateDevices, Known.devices, isOptional: false)
    }

    private var ofKernel: [PlannedMount] {
        all(protectKernelTunables, .readOnly, Known.tunables, isOptional: true)
            + all(protectKernelTunables, .inaccessible, Known.memory, isOptional: true)
            + all(protectKernelTunables, .readOnly, Known.sysfs, isOptional: false)
            + all(protectKernelTunables, .readOnly, Known.tracing, isOptional: true)
            + all(protectKernelTunables, .implicitReadWrite, Known.groups, isOptional: false)
            + all(protectKernelTunables, .implicitReadWrite, Known.seLinux, isOptional: true)
            + all(protectKernelModules, .inaccessible, Known.modules, isOptional: true)
            + all(protectKernelLogs, .inaccessible, Known.logs, isOptional: true)
            + all(protectControlGroups, .readOnly, Known.groups, isOptional: false)
    }

    /// The paths of systemd's own tables, see src/core/namespace.c.
    private enum Known {
        static let temporary = paths("/tmp", "/var/tmp")
        static let devices = paths("/dev")
        static let tunables = paths(
            "/proc/acpi",
            "/proc/apm",
            "/proc/asound",
            "/proc/bus",
            "/proc/fs",
            "/proc/irq",
            "/proc/latency_stats",
            "/proc/mtrr",
            "/proc/scsi",
            "/proc/sys",
            "/proc/sysrq-trigger",
            "/proc/timer_stats"
        )
        static let memory = paths("/proc/kallsyms", "/proc/kcore")
        static let sysfs = paths("/sys")
        static let tracing = paths("/sys/fs/bpf", "/sys/kernel/debug", "/sys/kernel/tracing")
        static let groups = paths("/sys/fs/cgroup")
        static let seLinux = paths("/sys/fs/selinux")
        static let modules = paths("/lib/modules", "/usr/lib/modules")
        static let logs = paths("/proc/kmsg", "/dev/kmsg")
        static let homes = paths("/home", "/run/user", "/root")
        static let programs = paths("/usr")
        static let otherPrograms = paths("/boot", "/efi", "/lib", "/lib64", "/bin", "/sbin")
        static let configuration = paths("/etc")
        static let root = paths("/")
        static let kernelInterfaces = paths("/proc", "/sys", "/dev")
        static let names = paths("/proc/sys/kernel/hostname", "/proc/sys/kernel/domainname")

        private static func paths(_ paths: String...) -> [MountPath] { paths.map { MountPath($0) } }
    }

    /// systemd 252 has options for the tmpfs of `ProtectHome=tmpfs` in its table, but does not copy them
    /// (append_static_mounts): it is writable for every user.
    private var ofHome: [PlannedMount] {
        let action: PlannedMount.Action
        switch protectHome?.value ?? .no {
        case .no: return []
        case .yes: action = .inaccessible
        case .readOnly: action = .readOnly
        case .tmpfs: action = .tmpfs
        }
        return Known.homes.map { home in
            PlannedMount(action, at: home, by: protectHome?.named, isOptional: true)
        }
    }

    private var ofSystem: [PlannedMount] {
        func mounts(
            _ action: PlannedMount.Action,
            _ paths: [MountPath],
            isOptional: Bool
        ) -> [PlannedMount] {
            paths.map {
                PlannedMount(action, at: $0, by: protectSystem?.named, isOptional: isOptional)
            }
        }
        let programs =
            mounts(.readOnly, Known.programs, isOptional: false)
            + mounts(.readOnly, Known.otherPrograms, isOptional: true)
        switch protectSystem?.value ?? .no {
        case .no: return []
        case .yes: return programs
        case .full: return programs + mounts(.readOnly, Known.configuration, isOptional: false)
        case .strict:
            return mounts(.readOnly, Known.root, isOptional: false)
                + mounts(.implicitReadWrite, Known.kernelInterfaces, isOptional: false)
                + mounts(.implicitReadWrite, Known.homes, isOptional: true)
        }
    }

    /// The file systems of the kernel, which `MountAPIVFS=` mounts and some settings imply
    /// (namespace_info_mount_apivfs).
    private var ofProcesses: [PlannedMount] {
        let hiding = hidesProcesses ? protectProc?.named : nil
        let subset = showsOnlyProcesses?.value == true ? showsOnlyProcesses?.named : nil
        let groups = protectControlGroups?.value == true ? protectControlGroups?.named : nil
        let tunables = protectKernelTunables?.value == true ? protectKernelTunables?.named : nil
        guard let setting = hiding ?? subset ?? tunables ?? groups else { return [] }
        return [
            PlannedMount(.proc, at: MountPath("/proc"), by: setting),
            PlannedMount(.hostDevices, at: MountPath("/dev"), by: setting),
            PlannedMount(.sysfs, at: MountPath("/sys"), by: setting),
            PlannedMount(.run, at: MountPath("/run"), by: setting),
        ]
    }

    private var ofHostname: [PlannedMount] {
        all(
            protectHostname,
            .readOnly,
            Known.names,
            isOptional: showsOnlyProcesses?.value == true
        )
    }

    /// A service without credentials sees those of no other service.
    private static let credentials = PlannedMount(
        .inaccessible,
        at: MountPath("/run/credentials"),
        by: nil,
        isOptional: true
    )

    private func all(
        _ setting: Placed<Bool>?,
        _ action: PlannedMount.Action,
        _ paths: [MountPath],
        isOptional: Bool
    ) -> [PlannedMount] {
        guard let setting, setting.value else { return [] }
        return paths.map {
            PlannedMount(action, at: $0, by: setting.named, isOptional: isOptional)
        }
    }
}

extension FileSandbox.Directory {
    package var path: MountPath {
        let prefix =
            switch kind {
            case .runtime: "/run"
            case .state: "/var/lib"
            case .cache: "/var/cache"
            case .logs: "/var/log"
            case .configuration: "/etc"
            }
        return MountPath("\(prefix)/\(name)")
    }
}
