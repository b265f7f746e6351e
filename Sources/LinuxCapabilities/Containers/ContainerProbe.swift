import LinuxSystem

/// Finds containers.
package protocol ContainerProbe: Sendable {
    /// - Throws: `CancellationError`; ``SystemError`` if no thread is available.
    func container(named name: ContainerName) async throws -> FoundContainer
}

/// The containers that a name stands for.
package enum FoundContainer: Hashable, Sendable {
    case one(ContainerProcess)
    /// Several containers, as ``ListedContainer/selector`` names them.
    case several([String])
    /// No container, and the name that was likely meant.
    case missing(nearest: String?)
    /// A state file that is not readable, not trusted or not understood, with the reason.
    case unknown(String)
}

extension Host {
    package static let containerFamily = Family<any ContainerProbe>(live: LiveContainers())

    package var containers: any ContainerProbe { self[Self.containerFamily] }
}

/// The containers of this machine, found by the state files of their runtimes. No daemon is asked, no program is
/// started, and no environment variable is read.
///
/// For root those are the containers of the system. For other users their own come first, and those of the system count
/// if none of their own has the name.
package struct LiveContainers: ContainerProbe {
    /// The directories above the state files of all runtimes, in place of `/run` and `/var/lib`; nil for those of this
    /// machine.
    private let roots: [ContainerRoots]?

    init() { roots = nil }

    package init(in roots: [ContainerRoots]) { self.roots = roots }

    package func container(named name: ContainerName) async throws -> FoundContainer {
        let roots = self.roots ?? .ofThisUser
        return try await BlockingThreads.shared.runAsCaller("container \(name.text)") {
            do throws(ContainerFault) {
                return try Self.look(for: name, in: roots)
            } catch {
                return .unknown(error.description)
            }
        }
    }

    private static func look(
        for name: ContainerName,
        in roots: [ContainerRoots]
    ) throws(ContainerFault) -> FoundContainer {
        var others: [ListedContainer] = []
        for files in roots.map({ $0.files(of: name.runtime) }) {
            var all: [(files: any ContainerFiles, container: ListedContainer)] = []
            for one in files { all += try one.containers().map { (one, $0) } }
            let matches = name.matches(among: all.map(\.container))
            guard matches.count <= 1 else { return .several(matches.map(\.selector)) }
            if let match = matches.first, let found = all.first(where: { $0.container == match }) {
                return try found.files.process(of: match).map { .one($0) } ?? .missing(nearest: nil)
            }
            others += all.map(\.container)
        }
        return .missing(nearest: name.likely(among: others))
    }
}

/// The directories of the state files.
package struct ContainerRoots: Sendable {
    /// The directory of the state that ends with the boot: `/run`.
    let running: String
    /// The directory of the state that stays: `/var/lib`; nil for a user.
    let lasting: String?

    package init(running: String, lasting: String?) {
        self.running = running
        self.lasting = lasting
    }

    func files(of runtime: ContainerRuntime?) -> [any ContainerFiles] {
        let wanted = runtime.map { [$0] } ?? ContainerRuntime.allCases
        return wanted.compactMap { runtime -> (any ContainerFiles)? in
            switch runtime {
            case .podman: podman
            case .docker: lasting.map { DockerFiles(root: "\($0)/docker/containers") }
            case .containerd:
                ContainerdFiles(
                    root: "\(running)/containerd/io.containerd.runtime.v2.task",
                    runcRoot: "\(running)/containerd/runc"
                )
            case .runc, .crun: RuntimeFiles(runtime: runtime, root: "\(running)/\(runtime)")
            }
        }
    }

    private var podman: PodmanFiles? {
        lasting.map {
            PodmanFiles(
                storage: "\($0)/containers/storage",
                running: "\(running)/containers/storage",
                runtimes: ["\(running)/runc", "\(running)/crun"]
            )
        }
    }
}

extension [ContainerRoots] {
    fileprivate static var ofThisUser: Self {
        let system = ContainerRoots(running: "/run", lasting: "/var/lib")
        let user = ProcessCalls.ownUser
        guard user != 0 else { return [system] }
        return [ContainerRoots(running: "/run/user/\(user)", lasting: nil), system]
    }
}
