import LinuxSystem
import Text

/// The state files of one runtime, or of one manager of containers.
///
/// A container may come or go at any moment. A missing file therefore is no fault.
protocol ContainerFiles: Sendable {
    /// Returns the containers, with or without a process.
    func containers() throws(ContainerFault) -> [ListedContainer]

    /// Returns the first process of a listed container; nil if the container is gone.
    func process(of container: ListedContainer) throws(ContainerFault) -> ContainerProcess?
}

/// The reason why the state of a container is not known.
struct ContainerFault: Error, Hashable, CustomStringConvertible {
    let description: String
}

/// runc and crun: a directory for each container.
///
/// - SeeAlso: `--root` in runc(8) and crun(1).
struct RuntimeFiles: ContainerFiles {
    let runtime: ContainerRuntime
    let root: String

    func containers() throws(ContainerFault) -> [ListedContainer] {
        try StateFolder(root)?.folders().map { ListedContainer(runtime, id: $0) } ?? []
    }

    func process(of container: ListedContainer) throws(ContainerFault) -> ContainerProcess? {
        guard let folder = try StateFolder(root) else { return nil }
        let found =
            switch runtime {
            case .crun:
                try folder.read("\(container.id)/status") { bytes throws(InvalidJSON) in
                    try ContainerProcess(crunStatus: bytes)
                }
            default:
                try folder.read("\(container.id)/state.json") { bytes throws(InvalidJSON) in
                    try ContainerProcess(runcState: bytes)
                }
            }
        // The fifo is older than the state, so it is looked for after it.
        return try folder.awaitsStart(container.id) ? .notStarted : found
    }
}

/// containerd: a directory for each namespace, and in it one for each task.
///
/// - SeeAlso: runtime/v2/README.md of containerd.
struct ContainerdFiles: ContainerFiles {
    /// The directory of the tasks: `/run/containerd/io.containerd.runtime.v2.task`.
    let root: String
    /// The directory with the state of runc for each namespace.
    let runcRoot: String

    func containers() throws(ContainerFault) -> [ListedContainer] {
        guard let folder = try StateFolder(root) else { return [] }
        var all: [ListedContainer] = []
        for namespace in try folder.folders() {
            for id in try folder.folders(in: namespace) {
                all.append(ListedContainer(.containerd, id: id, namespace: namespace))
            }
        }
        return all
    }

    func process(of container: ListedContainer) throws(ContainerFault) -> ContainerProcess? {
        let task = "\(container.namespace ?? "")/\(container.id)"
        let found = try StateFolder(root)?.read("\(task)/init.pid") { bytes throws(InvalidJSON) in
            try ContainerProcess(pidFile: bytes, id: container.id)
        }
        return try StateFolder(runcRoot)?.awaitsStart(task) == true ? .notStarted : found
    }
}

/// Docker: a directory for each container.
struct DockerFiles: ContainerFiles {
    /// `/var/lib/docker/containers`.
    let root: String

    func containers() throws(ContainerFault) -> [ListedContainer] {
        guard let folder = try StateFolder(root) else { return [] }
        var all: [ListedContainer] = []
        for id in try folder.folders() {
            let name = try folder.read(Self.file(id)) { bytes throws(InvalidJSON) in
                try JSONObject(bytes).text("Name")
            }
            guard let name else { continue }
            // The name begins with the path of a parent, which all containers of today have in common.
            all.append(ListedContainer(.docker, id: id, names: name.pathNames.map(String.init)))
        }
        return all
    }

    func process(of container: ListedContainer) throws(ContainerFault) -> ContainerProcess? {
        let id = container.id
        return try StateFolder(root)?.read(Self.file(id)) { bytes throws(InvalidJSON) in
            try ContainerProcess(dockerConfig: bytes, id: id)
        }
    }

    private static func file(_ id: String) -> String { "\(id)/config.v2.json" }
}

/// podman: the lists of containers/storage, and the files of conmon.
///
/// For each storage driver there is one directory with the containers that stay, and one in the runtime directory with
/// the others.
///
/// - SeeAlso: containers-storage.conf(5), conmon(8).
struct PodmanFiles: ContainerFiles {
    /// The `graphroot`: `/var/lib/containers/storage`.
    let storage: String
    /// The `runroot`: `/run/containers/storage`.
    let running: String
    /// The directories of the runtimes that podman starts.
    let runtimes: [String]

    private static let drivers = ["overlay", "vfs", "btrfs", "zfs"].map { "\($0)-containers" }

    func containers() throws(ContainerFault) -> [ListedContainer] {
        var all: [ListedContainer] = []
        for (root, list) in [
            (storage, "containers.json"), (running, "volatile-containers.json"),
        ] {
            guard let folder = try StateFolder(root) else { continue }
            for driver in Self.drivers {
                let listed = try folder.read("\(driver)/\(list)", limit: 1 << 24) {
                    bytes throws(InvalidJSON) in try Self.listed(bytes)
                }
                all += listed ?? []
            }
        }
        return all
    }

    static func listed(_ bytes: [UInt8]) throws(InvalidJSON) -> [ListedContainer] {
        var all: [ListedContainer] = []
        for entry in try JSONObject.list(bytes) {
            let id = try entry.text("id")
            guard ContainerName.isPossible(id) else { throw InvalidJSON("`id` is not an id") }
            all.append(ListedContainer(.podman, id: id, names: try entry.texts("names")))
        }
        return all
    }

    func process(of container: ListedContainer) throws(ContainerFault) -> ContainerProcess? {
        let found = try started(container.id)
        for root in runtimes where try StateFolder(root)?.awaitsStart(container.id) == true {
            return .notStarted
        }
        return found ?? .absent("is not running")
    }

    private func started(_ id: String) throws(ContainerFault) -> ContainerProcess? {
        guard let folder = try StateFolder(running) else { return nil }
        for driver in Self.drivers {
            let found = try folder.read("\(driver)/\(id)/userdata/pidfile") {
                bytes throws(InvalidJSON) in
                try ContainerProcess(pidFile: bytes, id: id)
            }
            if let found { return found }
        }
        return nil
    }
}

/// A directory with the state of containers.
private struct StateFolder {
    private static let mostContainers = 10_000

    private let directory: TrustedDirectory
    private let path: String

    /// - Returns: nil if it does not exist.
    init?(_ path: String) throws(ContainerFault) {
        let directory = try Self.noting { () throws(TrustedDirectory.Problem) in
            try TrustedDirectory(at: path)
        }
        guard let directory else { return nil }
        self.directory = directory
        self.path = path
    }

    /// Returns the names that a container can have.
    func folders(in folder: String = "") throws(ContainerFault) -> [String] {
        try Self.noting { () throws(TrustedDirectory.Problem) in
            try directory.names(in: folder, atMost: Self.mostContainers)
        }.filter(ContainerName.isPossible)
    }

    /// Returns whether the process of a container waits for its start. It is not the container's program yet.
    ///
    /// - SeeAlso: `exec.fifo` in libcontainer of runc, and in libcrun.
    func awaitsStart(_ container: String) throws(ContainerFault) -> Bool {
        try Self.noting { () throws(TrustedDirectory.Problem) in
            try directory.has("\(container)/exec.fifo")
        }
    }

    /// - Returns: nil if there is no such file.
    func read<Found>(
        _ file: String,
        limit: Int = 1 << 20,
        _ parse: ([UInt8]) throws(InvalidJSON) -> Found
    ) throws(ContainerFault) -> Found? {
        let bytes = try Self.noting { () throws(TrustedDirectory.Problem) in
            try directory.bytes(of: file, limit: limit)
        }
        guard let bytes else { return nil }
        do throws(InvalidJSON) {
            return try parse(bytes)
        } catch {
            throw ContainerFault(
                description: "`\(path)/\(file)` cannot be understood: \(error.message)"
            )
        }
    }

    private static func noting<Found>(
        _ body: () throws(TrustedDirectory.Problem) -> Found
    ) throws(ContainerFault) -> Found {
        do throws(TrustedDirectory.Problem) {
            return try body()
        } catch {
            throw ContainerFault(description: "\(error)")
        }
    }
}
