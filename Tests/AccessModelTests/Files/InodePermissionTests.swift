import AccessModel
import Kernel
import Testing

@Suite struct `Permission on one file` {
    private static func subject(
        _ user: UInt32,
        _ groups: [UInt32] = [],
        _ capabilities: [KernelCapability] = []
    ) -> Credentials {
        Credentials(
            user: user,
            group: 1000,
            groups: groups,
            effective: KernelCapabilitySet(capabilities)
        )
    }

    @Test func `The owner has only the bits for the owner`() {
        let inode = Place(.regular, mode: 0o077, uid: 7, gid: 8)
        let decision = inode.decision(.read, list: nil, Self.subject(7, [8]))
        #expect(decision.permissionClass == .owner)
        #expect(!decision.isPermitted)
    }

    @Test func `Members of the group have its bits, and others the rest`() {
        let inode = Place(.regular, mode: 0o640, uid: 0, gid: 42)
        #expect(inode.decision(.read, list: nil, Self.subject(7, [42])).isPermitted)
        #expect(inode.decision(.read, list: nil, Self.subject(7)).permissionClass == .other)
        #expect(!inode.decision(.read, list: nil, Self.subject(7)).isPermitted)
    }

    @Test func `The narrowest sufficient capability overrides the mode`() {
        let all: [KernelCapability] = [.dacOverride, .dacReadSearch]
        let file = Place(.regular, mode: 0, uid: 0, gid: 0)
        #expect(
            file.decision(.read, list: nil, Self.subject(7, [], all)).override == .dacReadSearch
        )
        #expect(
            file.decision(.write, list: nil, Self.subject(7, [], all)).override == .dacOverride
        )
        #expect(file.decision(.execute, list: nil, Self.subject(7, [], all)).override == nil)
        let folder = Place(.directory, mode: 0, uid: 0, gid: 0)
        #expect(
            folder.decision(.execute, list: nil, Self.subject(7, [], all)).override
                == .dacReadSearch
        )
    }

    @Test func `Root without kernel capabilities has no special permission`() {
        let file = Place(.regular, mode: 0o600, uid: 7, gid: 7)
        #expect(!file.decision(.read, list: nil, Self.subject(0)).isPermitted)
    }

    private static let list = [
        ListEntry(.owner, [.read, .write]), ListEntry(.user(7), [.read, .write]),
        ListEntry(.owningGroup, []), ListEntry(.group(9), [.read]), ListEntry(.group(10), [.write]),
        ListEntry(.mask, [.read]), ListEntry(.other, [.read, .write]),
    ]

    @Test func `A named user has the permissions of its entry under the mask`() {
        let inode = Place(.regular, mode: 0o646, uid: 0, gid: 42)
        #expect(inode.decision(.read, list: Self.list, Self.subject(7)).isPermitted)
        let refused = inode.decision(.write, list: Self.list, Self.subject(7))
        #expect(refused.permissionClass == .listUser(7))
        #expect(!refused.isPermitted)
    }

    @Test func `Permissions of several groups do not add up`() {
        let inode = Place(.regular, mode: 0o666, uid: 0, gid: 42)
        let both = inode.decision([.read, .write], list: Self.list, Self.subject(8, [9, 10]))
        #expect(!both.isPermitted)
    }

    @Test func `A user without an entry has the others' bits without the mask`() {
        let inode = Place(.regular, mode: 0o646, uid: 0, gid: 42)
        let decision = inode.decision([.read, .write], list: Self.list, Self.subject(8))
        #expect(decision.permissionClass == .listOther)
        #expect(decision.isPermitted)
    }

    @Test func `An empty mask disables the access list`() {
        let inode = Place(.regular, mode: 0o604, uid: 0, gid: 42)
        #expect(inode.decision(.read, list: Self.list, Self.subject(7)).permissionClass == .other)
    }

    /// With an empty mask the kernel skips the list. In contrast, the loss of an owner's bit never gives access: that
    /// is a law.
    @Test func `A lost group bit may give a user access`() {
        let list = [
            ListEntry(.owner, []), ListEntry(.user(7), []), ListEntry(.owningGroup, []),
            ListEntry(.mask, [.read]), ListEntry(.other, [.read]),
        ]
        let masked = Place(.regular, mode: 0o044, uid: 0, gid: 42)
        #expect(!masked.decision(.read, list: list, Self.subject(7)).isPermitted)
        let unmasked = Place(.regular, mode: 0o004, uid: 0, gid: 42)
        #expect(unmasked.decision(.read, list: list, Self.subject(7)).isPermitted)
    }
}
