package import Kernel

/// Whether and how a process that lacks a kernel capability could get it over its own user namespace.
package enum RaisingCapability: Hashable, Sendable {
    /// It is effective.
    case hasIt
    /// It is permitted: capset(2) makes it effective.
    case canRaiseItself
    /// Permitted after executing any of these, from a mount whose set-id bits and file capabilities count.
    case byExecution([RaisingProgram])
    /// All that hold; the first alone may be enough.
    case never([RaisingObstacle])
}

/// A program that would give a capability to who executes it.
package enum RaisingProgram: Hashable, Sendable {
    /// Every program, since the process is root; then no other way is told.
    case any
    /// Every program, once the process has made itself root by setuid(2).
    case anyAsRoot
    /// One with the capability in its inheritable set.
    case inheritingFile
    /// One with the capability in its permitted set.
    case permittingFile
    /// One of root's with the set-user-id bit.
    case setUserRoot
}

/// What stands between a process and a capability.
package enum RaisingObstacle: Hashable, Sendable {
    /// The running kernel knows no such capability.
    case unknownToKernel
    /// What is not in the bounding set can only be inherited, and this is not inheritable.
    case notInBounding
    case noNewPrivileges
    /// A tracer without CAP_SYS_PTRACE, who is taken to follow its children.
    case tracedWithoutPrivilege
}

extension ProcessCredentials {
    /// Decided by executing programs in the model.
    ///
    /// A child made by fork(2) shares no root and working directory, so that sharing them hinders nothing.
    /// Not counted: a user namespace of its own, over which every process has every capability.
    package func howToRaise(
        _ capability: KernelCapability,
        on kernel: RunningKernel
    ) -> RaisingCapability {
        guard kernel.known.contains(capability) else { return .never([.unknownToKernel]) }
        if sets.effective.contains(capability) { return .hasIt }
        if sets.permitted.contains(capability) { return .canRaiseItself }
        let programs = atItsBest(on: kernel).programs(permitting: capability, on: kernel)
        return programs.isEmpty
            ? .never(obstacles(to: capability)) : .byExecution(programs)
    }

    /// With everything in effect that is permitted, and capabilities for root if it can arrange that.
    private func atItsBest(on kernel: RunningKernel) -> Self {
        var able = self
        able.sets.effective = sets.permitted
        able.sharesFileSystem = false
        let bits = secureBits.subtracting(.noRoot)
        return (try? able.settingSecureBits(bits, on: kernel)) ?? able
    }

    private func programs(
        permitting capability: KernelCapability,
        on kernel: RunningKernel
    ) -> [RaisingProgram] {
        let one = KernelCapabilitySet([capability])
        let plain = ProgramFile(mode: 0o755, owner: nil, group: nil)
        guard !isPermitted(capability, by: plain, on: kernel) else { return [.any] }
        var (inheriting, permitting, setUser) = (plain, plain, plain)
        inheriting.capabilities = .success(FileCapabilities(inheritable: one, rootUser: root))
        permitting.capabilities = .success(FileCapabilities(permitted: one, rootUser: root))
        (setUser.mode, setUser.owner) = (0o4755, root)
        setUser.group = namespace.own.ids.groups.ranges.first?.outside
        let programs: [(name: RaisingProgram, file: ProgramFile, process: Self?)] = [
            (.anyAsRoot, plain, asRoot), (.inheritingFile, inheriting, self),
            (.permittingFile, permitting, self),
            (.setUserRoot, setUser, self),
        ]
        return programs.filter {
            $0.process?.isPermitted(capability, by: $0.file, on: kernel) == true
        }.map(\.name)
    }

    private func isPermitted(
        _ capability: KernelCapability,
        by file: ProgramFile,
        on kernel: RunningKernel
    ) -> Bool {
        switch execution(of: file, by: self, on: kernel).outcome {
        case .becomes(let new, _): new.sets.permitted.contains(capability)
        case .refused: false
        }
    }

    /// What it can make of itself by setresuid(2); nil where it is that already, or cannot.
    private var asRoot: Self? {
        let root =
            (try? settingUsers(real: 0, effective: 0, saved: 0))
            ?? (try? settingUsers(real: nil, effective: 0, saved: nil))
        return root?.user == user ? nil : root
    }

    private func obstacles(to capability: KernelCapability) -> [RaisingObstacle] {
        let isGainable = sets.bounding.union(sets.inheritable).contains(capability)
        let obstacles: [(RaisingObstacle, Bool)] = [
            (.notInBounding, !isGainable), (.noNewPrivileges, hasNoNewPrivileges),
            (.tracedWithoutPrivilege, isTracedWithoutPrivilege),
        ]
        return obstacles.filter(\.1).map(\.0)
    }
}
