import AccessModel
import Kernel
import Testing

/// Examples of the rules. The judge verifies that they are the kernel's.
@Suite struct `Execution of a program` {
    static let kernel = RunningKernel(version: KernelVersion(6, 18), last: .checkpointRestore)
    static let all = kernel.known
    static let plain = ProgramFile(mode: 0o755, owner: 0, group: 0)
    static let user = ProcessCredentials(
        user: CredentialIDs(1000),
        group: CredentialIDs(1000),
        sets: KernelCapabilitySets(bounding: all)
    )

    static func raw(isEffective: Bool = true, for root: UInt32? = nil) -> ProgramFile {
        var program = plain
        program.capabilities = .success(
            FileCapabilities(
                permitted: KernelCapabilitySet([.netRaw]),
                isEffective: isEffective,
                rootUser: root
            )
        )
        return program
    }

    private func result(
        _ program: ProgramFile,
        _ process: ProcessCredentials,
        on kernel: RunningKernel = Self.kernel
    ) throws -> (credentials: ProcessCredentials, isSecure: Bool, steps: [ExecutionStep]) {
        let decision = execution(of: program, by: process, on: kernel)
        guard case .becomes(let new, let isSecure) = decision.outcome else {
            throw Unexpected(outcome: decision.outcome)
        }
        return (new, isSecure, decision.steps)
    }

    private struct Unexpected: Error { let outcome: ExecutionDecision.Outcome }

    @Test func `An ordinary program changes no credentials`() throws {
        let (new, isSecure, steps) = try result(Self.plain, Self.user)

        #expect(new == Self.user)
        #expect(!isSecure)
        #expect(steps == [])
    }

    @Test func `A program gives its file capabilities within the bounding set`() throws {
        let (new, isSecure, steps) = try result(Self.raw(), Self.user)
        #expect(new.sets.effective == KernelCapabilitySet([.netRaw]))
        #expect(isSecure)
        #expect(steps == [.permittedByFile(KernelCapabilitySet([.netRaw]))])

        var bounded = Self.user
        bounded.sets.bounding = Self.all.removing(.netRaw)
        #expect(try result(Self.raw(isEffective: false), bounded).credentials == bounded)
        #expect(
            execution(of: Self.raw(), by: bounded, on: Self.kernel).outcome
                == .refused(.lacksFileCapabilities(KernelCapabilitySet([.netRaw])))
        )
    }

    @Test func `A set-user-id program of root gives the bounding set`() throws {
        var sudo = Self.plain
        sudo.mode = 0o4755
        let (new, isSecure, steps) = try result(sudo, Self.user)

        #expect(new.user == CredentialIDs(real: 1000, effective: 0, saved: 0, fileSystem: 0))
        #expect(new.sets.effective == Self.all)
        #expect(isSecure)
        #expect(steps == [.setUser(0), .grantedToRoot(Self.all)])
    }

    @Test func `A program gives nothing new under no_new_privs`() throws {
        var sudo = Self.raw()
        sudo.mode = 0o4755
        var process = Self.user
        process.hasNoNewPrivileges = true
        let (new, _, steps) = try result(sudo, process)

        #expect(new == process)
        #expect(
            steps == [
                .setIDsIgnored(.noNewPrivileges),
                .permittedByFile(KernelCapabilitySet([.netRaw])),
                .cut(KernelCapabilitySet([.netRaw]), by: [.noNewPrivileges]),
            ]
        )
    }

    @Test func `A file with an empty capability set clears the ambient set`() throws {
        var process = Self.user
        let bind = KernelCapabilitySet([.netBindService])
        process.sets = KernelCapabilitySets(
            effective: bind,
            permitted: bind,
            inheritable: bind,
            bounding: Self.all,
            ambient: bind
        )
        #expect(try result(Self.plain, process).steps == [.ambientKept(bind)])
        #expect(try result(Self.plain, process).credentials == process)

        var program = Self.plain
        program.capabilities = .success(FileCapabilities())
        let (new, _, steps) = try result(program, process)
        #expect(new.sets.permitted.isEmpty)
        #expect(steps == [.ambientCleared(bind, by: .fileCapabilities)])
    }

    @Test(arguments: [
        MountDistrust.nosuid, .mountOfOtherNamespace, .fileSystemOfOtherNamespace,
    ])
    func `A distrusted mount disables file capabilities`(distrust: MountDistrust) throws {
        var program = ProgramFile(mode: 0o6755, owner: 0, group: 0, distrust: distrust)
        program.capabilities = .failure(.invalid)
        let (new, isSecure, steps) = try result(program, Self.user)

        #expect(new == Self.user)
        #expect(!isSecure)
        #expect(
            steps == [.setIDsIgnored(.mount(distrust)), .fileCapabilitiesIgnored(.mount(distrust))]
        )
    }

    @Test(arguments: [MalformedFileCapabilities.invalid, .tooLong])
    func `Malformed file capabilities refuse the execution`(problem: MalformedFileCapabilities) {
        var program = Self.plain
        program.capabilities = .failure(problem)

        #expect(
            execution(of: program, by: Self.user, on: Self.kernel).outcome
                == .refused(.malformedFileCapabilities(problem))
        )
    }

    /// A set-user-id program that runs another program. Before Linux 6.16 the kernel took each execution for a change
    /// of ids.
    @Test func `A kernel before Linux 6.16 compares with the real user`() throws {
        var process = Self.user
        process.user = CredentialIDs(real: 1000, effective: 33, saved: 33, fileSystem: 33)
        let bind = KernelCapabilitySet([.netBindService])
        process.sets.permitted = bind
        process.sets.inheritable = bind
        process.sets.ambient = bind
        let old = RunningKernel(version: KernelVersion(6, 15), last: .checkpointRestore)

        #expect(try result(Self.plain, process).credentials.sets.ambient == bind)
        #expect(try result(Self.plain, process, on: old).credentials.sets.ambient.isEmpty)
        #expect(try result(Self.plain, process).isSecure)
    }
}
