/// The settings of a service that change which files its commands see, and how they are mounted; see "Sandboxing" and
/// "Paths" in systemd.exec(5).
package struct FileSandbox: Hashable, Sendable {
    package enum System: String, CaseIterable, Hashable, Sendable { case no, yes, full, strict }
    package enum Home: String, CaseIterable, Hashable, Sendable {
        case no, yes, tmpfs
        case readOnly = "read-only"
    }
    package enum Processes: String, CaseIterable, Hashable, Sendable {
        case `default`, ptraceable, invisible
        case noAccess = "noaccess"
    }

    /// A path of `ReadWritePaths=` and the like.
    package struct Path: Hashable, Sendable {
        package var path: String
        /// `-`: nothing happens if it does not exist.
        package var isOptional: Bool
        /// `+`: it is below `RootDirectory=`.
        package var isBelowRoot: Bool

        package init(_ path: String, isOptional: Bool = false, isBelowRoot: Bool = false) {
            (self.path, self.isOptional, self.isBelowRoot) = (path, isOptional, isBelowRoot)
        }
    }

    /// A part of `BindPaths=` or `BindReadOnlyPaths=`.
    package struct Bind: Hashable, Sendable {
        package var source: String
        package var destination: String
        package var isReadOnly: Bool
        /// `-`: nothing happens if the source does not exist.
        package var isOptional: Bool
        /// `rbind`, the default.
        package var isRecursive: Bool

        package init(
            _ source: String,
            to destination: String,
            isReadOnly: Bool,
            isOptional: Bool = false,
            isRecursive: Bool = true
        ) {
            self.source = source
            self.destination = destination
            self.isReadOnly = isReadOnly
            self.isOptional = isOptional
            self.isRecursive = isRecursive
        }
    }

    /// A part of `TemporaryFileSystem=`.
    package struct Temporary: Hashable, Sendable {
        package var path: String
        /// Mount options, as written: `ro,size=10M`.
        package var options: String

        package init(_ path: String, options: String = "") {
            (self.path, self.options) = (path, options)
        }
    }

    /// A name of `RuntimeDirectory=` and the like.
    package struct Directory: Hashable, Sendable {
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case runtime = "RuntimeDirectory"
            case state = "StateDirectory"
            case cache = "CacheDirectory"
            case logs = "LogsDirectory"
            case configuration = "ConfigurationDirectory"
        }

        package var kind: Kind
        /// Relative to the directory of its kind, for example to `/var/lib`.
        package var name: String
        /// The names of symbolic links to it, relative to the same directory.
        package var links: [String]

        package init(_ kind: Kind, _ name: String, links: [String] = []) {
            (self.kind, self.name, self.links) = (kind, name, links)
        }
    }

    /// The user and the group that systemd gives the directories to: those of the settings, whatever the prefix of a
    /// command is.
    package struct DirectoryOwner: Hashable, Sendable {
        package var user: UInt32
        package var group: UInt32

        package init(user: UInt32, group: UInt32) { (self.user, self.group) = (user, group) }
    }

    package var protectSystem: Placed<System>?
    package var protectHome: Placed<Home>?
    package var protectProc: Placed<Processes>?
    /// `ProcSubset=pid`.
    package var showsOnlyProcesses: Placed<Bool>?
    package var privateTmp: Placed<Bool>?
    package var privateDevices: Placed<Bool>?
    package var privateMounts: Placed<Bool>?
    package var protectKernelTunables: Placed<Bool>?
    package var protectKernelModules: Placed<Bool>?
    package var protectKernelLogs: Placed<Bool>?
    package var protectControlGroups: Placed<Bool>?
    package var protectClock: Placed<Bool>?
    package var protectHostname: Placed<Bool>?
    package var rootDirectory: Placed<String>?
    package var readWritePaths: [Placed<Path>] = []
    package var readOnlyPaths: [Placed<Path>] = []
    package var inaccessiblePaths: [Placed<Path>] = []
    package var execPaths: [Placed<Path>] = []
    package var noExecPaths: [Placed<Path>] = []
    package var binds: [Placed<Bind>] = []
    package var temporaryFileSystems: [Placed<Temporary>] = []
    /// Those of one kind are in the order of their names, so that a directory comes before those in it.
    package var directories: [Placed<Directory>] = []
    /// `RuntimeDirectoryMode=` and the like; 0755 by default.
    package var directoryModes: [Directory.Kind: Placed<UInt16>] = [:]
    /// True if the service has a mount namespace of its own in any case.
    package var hasMountNamespace = false
    /// True with `NoNewPrivileges=yes`: every mount that systemd makes, and each below it, has `nosuid`.
    package var setsNoSuid = false
    /// True with a network of its own, on which some files of proc(5) depend.
    package var hasNetworkNamespace = false
    /// True with users of its own, on which some files of proc(5) depend.
    package var hasUserNamespace = false
    /// True if the service runs, and its stop removes the contents of its runtime directories.
    package var losesRuntimeDirectories = false
    /// Nil if it is not known, as for a dynamic user.
    package var directoryOwner: DirectoryOwner?

    package init() {}

    package func mode(of directory: Directory) -> UInt16 {
        directoryModes[directory.kind]?.value ?? 0o755
    }
}
