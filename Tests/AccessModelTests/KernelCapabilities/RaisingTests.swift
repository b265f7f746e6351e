import AccessModel
import Kernel
import Testing

@Suite struct `A capability that a process lacks` {
    private static let kernel = RunningKernel(
        version: KernelVersion(6, 18),
        last: .checkpointRestore
    )

    private static func process(
        _ user: UInt32 = 1000,
        permitted: [KernelCapability] = [],
        bounding: KernelCapabilitySet = kernel.known
    ) -> ProcessCredentials {
        ProcessCredentials(
            user: CredentialIDs(user),
            group: CredentialIDs(user),
            sets: KernelCapabilitySets(
                permitted: KernelCapabilitySet(permitted),
                bounding: bounding
            )
        )
    }

    private static func way(_ process: ProcessCredentials) -> RaisingCapability {
        process.howToRaise(.netAdmin, on: kernel)
    }

    @Test func `is raised by itself where it is permitted`() {
        var process = Self.process(permitted: [.netAdmin])
        #expect(Self.way(process) == .canRaiseItself)
        process.sets.effective = process.sets.permitted
        #expect(Self.way(process) == .hasIt)
    }

    @Test func `is got from a program`() {
        #expect(Self.way(Self.process()) == .byExecution([.permittingFile, .setUserRoot]))
    }

    @Test func `is got from any program by root, and by who can become root`() {
        let programs: [RaisingProgram] = [.permittingFile, .setUserRoot]
        #expect(Self.way(Self.process(0)) == .byExecution([.any]))
        #expect(
            Self.way(Self.process(permitted: [.setuid])) == .byExecution([.anyAsRoot] + programs)
        )
        var suspended = Self.process()
        suspended.user.saved = 0
        #expect(Self.way(suspended) == .byExecution([.anyAsRoot] + programs))
    }

    @Test func `is got beyond the bounding set only by inheriting`() {
        var process = Self.process(bounding: Self.kernel.known.removing(.netAdmin))
        #expect(Self.way(process) == .never([.notInBounding]))
        process.sets.inheritable = KernelCapabilitySet([.netAdmin])
        #expect(Self.way(process) == .byExecution([.inheritingFile, .setUserRoot]))
    }

    @Test func `is never got under no_new_privs, nor under a tracer who lacks privilege`() {
        var process = Self.process(0)
        process.hasNoNewPrivileges = true
        #expect(Self.way(process) == .never([.noNewPrivileges]))
        process.hasNoNewPrivileges = false
        process.isTracedWithoutPrivilege = true
        #expect(Self.way(process) == .never([.tracedWithoutPrivilege]))
    }

    @Test func `is got by root who is none, once CAP_SETPCAP makes him root again`() {
        var process = Self.process(0, permitted: [.setpcap])
        process.secureBits = .noRoot
        #expect(Self.way(process) == .byExecution([.any]))
        process.secureBits = [.noRoot, SecureBits.noRoot.locks]
        #expect(Self.way(process) == .byExecution([.permittingFile]))
    }

    @Test func `is never got where the kernel does not know it`() {
        let old = RunningKernel(version: KernelVersion(4, 19), last: .auditRead)
        #expect(Self.process(0).howToRaise(.bpf, on: old) == .never([.unknownToKernel]))
    }
}
