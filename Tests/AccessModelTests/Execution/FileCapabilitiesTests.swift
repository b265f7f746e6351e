import AccessModel
import Kernel
import Testing

@Suite struct `File capabilities` {
    /// The bytes that `setcap cap_net_bind_service,cap_bpf=ep` and `setcap cap_net_raw=i` write.
    @Test func `File capabilities are read from revision 2`() throws {
        let read = try FileCapabilities(attribute: [
            1, 0, 0, 2, 0, 4, 0, 0, 0, 32, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0,
        ])

        #expect(read.permitted == KernelCapabilitySet([.netBindService, .bpf]))
        #expect(read.inheritable == KernelCapabilitySet([.netRaw]))
        #expect(read.isEffective)
        #expect(read.rootUser == nil)
    }

    @Test func `File capabilities of revision 3 have a root user`() throws {
        let read = try FileCapabilities(attribute: [
            0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0xA0, 0x86, 1, 0,
        ])

        #expect(
            read
                == FileCapabilities(
                    inheritable: KernelCapabilitySet([.checkpointRestore]),
                    rootUser: 100_000
                )
        )
    }

    @Test func `File capabilities of revision 1 have 32 bits`() throws {
        let read = try FileCapabilities(attribute: [1, 0, 0, 1, 0, 0, 0, 0x80, 1, 0, 0, 0])

        #expect(
            read
                == FileCapabilities(
                    permitted: KernelCapabilitySet([.setfcap]),
                    inheritable: KernelCapabilitySet([.chown]),
                    isEffective: true
                )
        )
    }

    @Test(arguments: [
        [], [1, 0, 0], [0, 0, 0, 2], [0, 0, 0, 4] + zeros(20), [0, 0, 0, 0] + zeros(16),
        [0, 0, 0, 1] + zeros(16), [0, 0, 0, 2] + zeros(20), [0, 0, 0, 3] + zeros(16),
        [0, 0, 0, 2] + zeros(15), [0, 0, 0, 3] + zeros(19),
    ])
    func `Another length or revision of the attribute is malformed`(bytes: [UInt8]) {
        #expect(throws: MalformedFileCapabilities.invalid) {
            try FileCapabilities(attribute: bytes)
        }
    }

    @Test(arguments: [25, 64, 65536])
    func `An attribute beyond 24 bytes is too long`(length: Int) {
        #expect(throws: MalformedFileCapabilities.tooLong) {
            try FileCapabilities(attribute: Array(repeating: 3, count: length))
        }
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
