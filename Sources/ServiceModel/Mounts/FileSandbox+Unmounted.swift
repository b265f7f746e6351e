/// A systemd without `CAP_SYS_ADMIN`, as in many containers, cannot give a service mounts of its own. It starts the
/// service without them, unless they would show other files than those of systemd.
///
/// - SeeAlso: `apply_mount_namespace` and `insist_on_sandboxing` in src/core/execute.c of systemd.
extension FileSandbox {
    /// The setting without whose mounts systemd does not start the service; nil if there is none. A dynamic user is
    /// another reason.
    package var insistsOn: String? {
        let binds = binds.filter {
            MountPath($0.value.source) != MountPath($0.value.destination)
        }
        return temporaryFileSystems.first?.words ?? rootDirectory?.words ?? binds.first?.words
    }

    /// The sandbox without its mounts. Only the directories that systemd makes are left.
    package var withoutMounts: Self {
        var kept = Self()
        kept.directories = directories
        kept.directoryModes = directoryModes
        kept.directoryOwner = directoryOwner
        return kept
    }

    /// The settings whose mounts are then missing.
    package var unmounted: [NotEnforcedSetting] {
        func missing<Value>(_ setting: Placed<Value>) -> NotEnforcedSetting {
            let parts = setting.setting.split(separator: "=", maxSplits: 1).map(String.init)
            let unknown = UnknownSetting(
                name: parts.first ?? "",
                value: parts.count > 1 ? parts[1] : "",
                at: setting.place,
                scope: .files
            )
            return NotEnforcedSetting(unknown, .mounts)
        }
        let switches = [
            privateTmp, privateDevices, privateMounts, protectKernelTunables, protectKernelModules,
            protectKernelLogs, protectControlGroups, showsOnlyProcesses,
        ].compactMap { $0 }.filter(\.value)
        let lists = [readWritePaths, readOnlyPaths, inaccessiblePaths, execPaths, noExecPaths]
        var all = switches.map(missing) + lists.joined().map(missing) + binds.map(missing)
        if let system = protectSystem, system.value != .no { all.append(missing(system)) }
        if let home = protectHome, home.value != .no { all.append(missing(home)) }
        if let processes = protectProc, processes.value != .default {
            all.append(missing(processes))
        }
        // A line with several paths is one setting.
        var seen: Set<NotEnforcedSetting> = []
        return all.filter { seen.insert($0).inserted }
    }
}
