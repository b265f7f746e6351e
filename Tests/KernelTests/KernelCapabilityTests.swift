import Kernel
import Testing

@Suite struct `A kernel capability` {
    @Test(arguments: KernelCapability.named)
    func `A kernel capability is found by its own name`(capability: KernelCapability) {
        #expect(KernelCapability(named: capability.name) == capability)
        #expect(KernelCapability(named: capability.name.lowercased()) == capability)
        #expect(KernelCapability(rawValue: capability.rawValue) == capability)
    }

    @Test func `Exactly 41 kernel capabilities have a name`() {
        #expect(KernelCapability.named.count == 41)
        #expect(KernelCapability.chown.name == "CAP_CHOWN")
        #expect(KernelCapability.netBindService.rawValue == 10)
        #expect(KernelCapability.checkpointRestore.name == "CAP_CHECKPOINT_RESTORE")
        #expect(KernelCapability.checkpointRestore.rawValue == 40)
    }

    @Test func `The numbers are those of the kernel header capability.h`() {
        let inOrder: [KernelCapability] = [
            .chown, .dacOverride, .dacReadSearch, .fowner, .fsetid, .kill, .setgid,
            .setuid, .setpcap, .linuxImmutable, .netBindService, .netBroadcast,
            .netAdmin, .netRaw, .ipcLock, .ipcOwner, .sysModule, .sysRawio,
            .sysChroot, .sysPtrace, .sysPacct, .sysAdmin, .sysBoot, .sysNice,
            .sysResource, .sysTime, .sysTtyConfig, .mknod, .lease, .auditWrite,
            .auditControl, .setfcap, .macOverride, .macAdmin, .syslog, .wakeAlarm,
            .blockSuspend, .auditRead, .perfmon, .bpf, .checkpointRestore,
        ]
        #expect(inOrder == KernelCapability.named)
        #expect(inOrder.map(\.rawValue) == Array(0...40))
    }

    @Test func `A kernel capability without a name is known by its number`() {
        #expect(KernelCapability(named: "cap_41")?.rawValue == 41)
        #expect(KernelCapability(rawValue: 63)?.name == "cap_63")
    }

    // libcap's cap_from_name(3) accepts most of these.
    @Test(arguments: [
        "cap_sys_boot2", "cap_net_raw+ep", "063", "cap_", "", "sys_admin", "cap_10", "cap_041",
        "cap_40", "cap_64", "cap_999", " cap_chown", "cap_chown ", "cap_chown\n",
        "cap_chown,cap_kill",
    ])
    func `A name that is not exact is refused`(text: String) {
        #expect(KernelCapability(named: text) == nil)
    }
}
