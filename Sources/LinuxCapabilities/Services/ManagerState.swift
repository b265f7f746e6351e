import AccessModel
import Kernel
import LinuxSystem
import Procedures

/// The state of systemd from which its services start.
struct ManagerState {
    let kernel: RunningKernel
    let credentials: ProcessCredentials
    /// The assumptions about what its services inherit.
    let inherited: Result<[Assumption], any Error>
}

/// The reason why process 1 is not the systemd that would start a service here.
struct NoManager: Error { let problem: String }

extension Host {
    /// Requires that process 1 here is the systemd that answers.
    func wantManager(_ manager: ManagerFacts) async throws {
        let first = try await processes.facts(ofProcess: 1)
        guard first.isInControlGroup(manager.controlGroup) else {
            throw NoManager(problem: "is not the systemd on the bus")
        }
    }

    /// The credentials of systemd: those of process 1, whose files and network must be ours.
    private func managerCredentials() async throws -> ProcessCredentials {
        let first = try await processes.facts(ofProcess: 1)
        guard let thread = first.threads.first, thread.user.effective == 0 else {
            throw NoManager(problem: "does not run as root")
        }
        let own = try processes.ownPlace()
        if case .success(let theirs) = first.namespaces {
            let ours = own.namespaces
            guard theirs.mount == ours.mount, theirs.network == ours.network,
                theirs.user == ours.user
            else { throw NoManager(problem: "has other mounts, network or user ids than this one") }
        }
        if let root = first.root {
            let ours = try FileCalls.status(of: FileCalls.openPlace("/", follow: true), at: "/")
            guard root.mount == ours.mount, root.facts.inode == ours.facts.inode else {
                throw NoManager(problem: "has another root directory than this one")
            }
        }
        return ProcessCredentials(
            user: thread.user,
            group: thread.group,
            groups: Set(thread.groups),
            sets: thread.capabilities,
            hasNoNewPrivileges: thread.hasNoNewPrivileges
        )
    }

    /// Returns the state of systemd from which its services start.
    func foundManagerState() async throws -> ManagerState {
        let kernel = try processes.runningKernel()
        let credentials = try await managerCredentials()
        let inherited: Result<[Assumption], any Error>
        do {
            inherited = .success(try await inheritedAssumptions())
        } catch {
            inherited = .failure(error)
        }
        return ManagerState(kernel: kernel, credentials: credentials, inherited: inherited)
    }

    /// The assumptions about the filters and domains of systemd, which its services inherit. They get other labels.
    private func inheritedAssumptions() async throws -> [Assumption] {
        try await processes.confinement(ofProcess: 1).assumptions
            .filter { $0.code != KnownAssumption.securityLabel.code }
    }
}
