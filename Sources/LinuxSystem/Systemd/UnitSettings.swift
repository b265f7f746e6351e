package import Kernel

/// The settings of a unit. Settings that it does not have are empty.
///
/// - SeeAlso: systemd.exec(5), systemd.socket(5), org.freedesktop.systemd1(5).
package struct UnitSettings: Hashable, Sendable {
    package var id: String
    package var loadState: UnitLoadState
    /// The reason why the unit could not be loaded.
    package var loadError: String?

    package var user = ""
    package var isUserDynamic = false
    package var group = ""
    package var supplementaryGroups: [String] = []
    /// Nil if the unit has no process.
    package var boundingSet: KernelCapabilitySet?
    package var ambientSet = KernelCapabilitySet.none

    /// The programs of `ExecStart=`.
    package var programs: [String] = []
    /// The paths as written in the settings, perhaps with `-` or `+` before them.
    package var writablePaths: [String] = []
    package var readOnlyPaths: [String] = []
    /// Each directory that systemd makes for the unit, with the setting that names it.
    package var directories: [Directory] = []
    package var environmentFiles: [EnvironmentFile] = []

    package var requires: [String] = []
    package var bindsTo: [String] = []
    package var wants: [String] = []
    package var after: [String] = []
    /// The units that trigger it, such as sockets.
    package var triggeredBy: [String] = []
    /// The addresses of a socket unit: `Stream`, `[::]:80`.
    package var listeners: [Listener] = []

    package struct Directory: Hashable, Sendable {
        package let setting: String
        package let path: String

        package init(_ setting: String, _ path: String) {
            self.setting = setting
            self.path = path
        }
    }

    package struct EnvironmentFile: Hashable, Sendable {
        package let path: String
        /// Whether the file may be missing.
        package let isOptional: Bool

        package init(_ path: String, isOptional: Bool = false) {
            self.path = path
            self.isOptional = isOptional
        }
    }

    package struct Listener: Hashable, Sendable {
        package let kind: String
        package let address: String

        package init(_ kind: String, _ address: String) {
            self.kind = kind
            self.address = address
        }
    }

    package init(id: String, loadState: UnitLoadState = UnitLoadState(rawValue: "loaded")) {
        self.id = id
        self.loadState = loadState
    }
}

extension UnitSettings {
    /// The folder of each kind of directory, see `RuntimeDirectory=` in systemd.exec(5).
    private static let folders = [
        ("RuntimeDirectory", "/run/"), ("StateDirectory", "/var/lib/"),
        ("CacheDirectory", "/var/cache/"), ("LogsDirectory", "/var/log/"),
        ("ConfigurationDirectory", "/etc/"),
    ]

    private static let properties: Set<String> = [
        "Id", "LoadState", "LoadError", "User", "Group", "SupplementaryGroups",
        "CapabilityBoundingSet", "AmbientCapabilities", "ExecStart", "ReadWritePaths",
        "ReadOnlyPaths", "EnvironmentFiles", "Requires", "BindsTo", "Wants", "After",
        "TriggeredBy", "Listen", "RuntimeDirectory", "StateDirectory", "CacheDirectory",
        "LogsDirectory",
        "ConfigurationDirectory",
    ]

    /// Parses the answer to `GetAll`.
    init(reading reply: BusMessage) throws(BusFailure) {
        let found = try reply.properties(Self.properties)
        guard let id = found["Id"]?.text, let state = found["LoadState"]?.text else {
            throw .unreadable("it has no `Id` or no `LoadState`")
        }
        self.init(id: id, loadState: UnitLoadState(rawValue: state))
        func texts(_ name: String) -> [String] { found[name]?.texts ?? [] }
        func rows(_ name: String) -> [[String]] { found[name]?.rows ?? [] }
        loadError = texts("LoadError").last
        (user, group) = (found["User"]?.text ?? "", found["Group"]?.text ?? "")
        supplementaryGroups = texts("SupplementaryGroups")
        boundingSet = found["CapabilityBoundingSet"]?.largeNumber.map(
            KernelCapabilitySet.init(mask:)
        )
        ambientSet = KernelCapabilitySet(mask: found["AmbientCapabilities"]?.largeNumber ?? 0)
        programs = rows("ExecStart").compactMap(\.first)
        (writablePaths, readOnlyPaths) = (texts("ReadWritePaths"), texts("ReadOnlyPaths"))
        directories = Self.folders.flatMap { setting, folder in
            texts(setting).map { Directory(setting, folder + $0) }
        }
        environmentFiles = rows("EnvironmentFiles").map {
            EnvironmentFile($0[0], isOptional: $0[1] == "yes")
        }
        (requires, bindsTo, wants) = (texts("Requires"), texts("BindsTo"), texts("Wants"))
        (after, triggeredBy) = (texts("After"), texts("TriggeredBy"))
        listeners = rows("Listen").map { Listener($0[0], $0[1]) }
    }
}
