import Kernel
import Testing

@Suite struct `The first kernel of a capability` {
    @Test(arguments: [
        (KernelCapability.chown, 2, 2), (.lease, 2, 4), (.setfcap, 2, 6), (.wakeAlarm, 3, 0),
        (.blockSuspend, 3, 5), (.auditRead, 3, 16), (.perfmon, 5, 8), (.bpf, 5, 8),
        (.checkpointRestore, 5, 9),
    ])
    func `The first kernel is the one in capabilities(7)`(
        capability: KernelCapability,
        major: Int,
        minor: Int
    ) {
        #expect(capability.firstKernel == KernelVersion(major, minor))
    }

    @Test func `Every named capability has a first kernel, in ascending order`() {
        let versions = KernelCapability.named.compactMap(\.firstKernel)
        #expect(versions.count == KernelCapability.named.count)
        // New capabilities are added at the end.
        #expect(versions.filter { $0 > KernelVersion(2, 6) } == Array(versions.suffix(6)))
        #expect(KernelCapability(named: "cap_41")?.firstKernel == nil)
    }
}
