import AccessModel
import Kernel
import Testing

@Suite struct `Flags of the kernel` {
    @Test func `Each mount flag has its own bit`() {
        let flags: [MountFlags] = [
            .readOnly, .noExec, .noDev, .noSuid, .noSymlinkFollow, .superblockReadOnly,
            .perhapsOfUserNamespace, .shutDown, .mayKnowFewerIDs,
        ]
        #expect(flags.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
        #expect(Set(flags).count == flags.count)
    }

    /// Each bit has its lock next to it, see include/uapi/linux/securebits.h.
    @Test func `The securebits have the numbers of the kernel`() {
        let bits: [SecureBits] = [
            .noRoot, .noSetuidFixup, .keepCaps, .noAmbientRaise, .restrictFile, .denyInteractive,
        ]
        #expect(bits.map(\.rawValue) == [1, 4, 16, 64, 256, 1024])
        #expect(bits.map(\.locks.rawValue) == [2, 8, 32, 128, 512, 2048])
    }

    @Test func `The permissions have the numbers of chmod(1)`() {
        #expect(Permissions.read.rawValue == 4)
        #expect(Permissions.write.rawValue == 2)
        #expect(Permissions.execute.rawValue == 1)
        #expect(Permissions.read.description == "r--")
        #expect(Permissions([.write, .execute]).description == "-wx")
    }
}

@Suite struct `Map of ids` {
    private static let map = IDMap([
        IDMap.Range(inside: 0, outside: 1000, count: 1),
        IDMap.Range(inside: 1, outside: 100_000, count: 10),
    ])

    @Test(
        arguments: [
            (0, 1000), (1, 100_000), (10, 100_009),
        ] as [(UInt32, UInt32)]
    )
    func `A map includes both ends of each range`(inside: UInt32, outside: UInt32) {
        #expect(Self.map.outside(of: inside) == outside)
        #expect(Self.map.inside(of: outside) == inside)
        #expect(Self.map.contains(outside: outside))
    }

    @Test(arguments: [999, 1001, 99_999, 100_010] as [UInt32])
    func `A map excludes the ids beside a range`(outside: UInt32) {
        #expect(Self.map.inside(of: outside) == nil)
        #expect(!Self.map.contains(outside: outside))
        #expect(Self.map.outside(of: 11) == nil)
    }

    @Test func `A map finds its first id within limits`() {
        #expect(Self.map.firstOutside(from: 0, through: .max) == 1000)
        #expect(Self.map.firstOutside(from: 1000, through: 1000) == 1000)
        #expect(Self.map.firstOutside(from: 1001, through: 100_000) == 100_000)
        #expect(Self.map.firstOutside(from: 1001, through: 99_999) == nil)
        #expect(Self.map.firstOutside(from: 100_009, through: .max) == 100_009)
        #expect(Self.map.firstOutside(from: 100_010, through: .max) == nil)
    }

    @Test func `The identity map has every id except the invalid one`() {
        #expect(IDMap.identity.inside(of: 0) == 0)
        #expect(IDMap.identity.inside(of: noID - 1) == noID - 1)
        #expect(IDMap.identity.inside(of: noID) == nil)
    }
}

@Suite struct `Groups of a subject` {
    private static let subject = Credentials(
        user: 7,
        group: 7,
        groups: [9, 3, 5, 11],
        effectiveGroup: 8
    )

    @Test func `A subject is in its file-system group and supplementary groups`() {
        #expect((1...12).filter { Self.subject.isIn($0) } == [3, 5, 7, 9, 11])
    }

    @Test func `A subject has its effective group for kernel settings`() {
        #expect((1...12).filter { Self.subject.isEffectivelyIn($0) } == [3, 5, 8, 9, 11])
    }

    @Test func `A subject is never in the invalid group`() {
        let subject = Credentials(user: 7, group: noID, groups: [noID], effectiveGroup: noID)
        #expect(!subject.isIn(noID))
        #expect(!subject.isEffectivelyIn(noID))
    }
}
