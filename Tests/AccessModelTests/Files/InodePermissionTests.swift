import AccessModel
import Testing

@Suite struct `Permission on one file` {
    private static func subject(
        _ user: UInt32,
        _ groups: Set<UInt32> = [],
        _ capabilities: [KernelCapability] = []
    ) -> FileCredentials {
        FileCredentials(
            user: user,
            group: 1000,
            groups: groups,
            effective: KernelCapabilitySet(capabilities)
        )
    }

    @Test func `is the owner's, even if others may more`() {
        let inode = Inode(isDirectory: false, mode: 0o077, uid: 7, gid: 8)
        let decision = inodeDecision(.read, of: inode, for: Self.subject(7, [8]))
        #expect(decision.permissionClass == .owner)
        #expect(!decision.isPermitted)
    }

    @Test func `is the group's for its members, and the others' for the rest`() {
        let inode = Inode(isDirectory: false, mode: 0o640, uid: 0, gid: 42)
        #expect(inodeDecision(.read, of: inode, for: Self.subject(7, [42])).isPermitted)
        #expect(inodeDecision(.read, of: inode, for: Self.subject(7)).permissionClass == .other)
        #expect(!inodeDecision(.read, of: inode, for: Self.subject(7)).isPermitted)
    }

    @Test func `is overridden by the least capability that suffices`() {
        let all: [KernelCapability] = [.dacOverride, .dacReadSearch]
        let file = Inode(isDirectory: false, mode: 0, uid: 0, gid: 0)
        #expect(
            inodeDecision(.read, of: file, for: Self.subject(7, [], all)).override == .dacReadSearch
        )
        #expect(
            inodeDecision(.write, of: file, for: Self.subject(7, [], all)).override == .dacOverride
        )
        #expect(inodeDecision(.execute, of: file, for: Self.subject(7, [], all)).override == nil)
        let folder = Inode(isDirectory: true, mode: 0, uid: 0, gid: 0)
        #expect(
            inodeDecision(.execute, of: folder, for: Self.subject(7, [], all)).override
                == .dacReadSearch
        )
    }

    @Test func `is not root's by itself`() {
        let file = Inode(isDirectory: false, mode: 0o600, uid: 7, gid: 7)
        #expect(!inodeDecision(.read, of: file, for: Self.subject(0)).isPermitted)
    }

    private static let list = [
        ListEntry(.owner, [.read, .write]), ListEntry(.user(7), [.read, .write]),
        ListEntry(.owningGroup, []), ListEntry(.group(9), [.read]), ListEntry(.group(10), [.write]),
        ListEntry(.mask, [.read]), ListEntry(.other, [.read, .write]),
    ]

    @Test func `is a named user's under the mask`() {
        let inode = Inode(isDirectory: false, mode: 0o646, uid: 0, gid: 42, list: Self.list)
        #expect(inodeDecision(.read, of: inode, for: Self.subject(7)).isPermitted)
        let refused = inodeDecision(.write, of: inode, for: Self.subject(7))
        #expect(refused.permissionClass == .listUser(7))
        #expect(!refused.isPermitted)
    }

    @Test func `does not add up over several groups`() {
        let inode = Inode(isDirectory: false, mode: 0o666, uid: 0, gid: 42, list: Self.list)
        let both = inodeDecision([.read, .write], of: inode, for: Self.subject(8, [9, 10]))
        #expect(!both.isPermitted)
    }

    @Test func `is the others' when no entry matches, without the mask`() {
        let inode = Inode(isDirectory: false, mode: 0o646, uid: 0, gid: 42, list: Self.list)
        let decision = inodeDecision([.read, .write], of: inode, for: Self.subject(8))
        #expect(decision.permissionClass == .listOther)
        #expect(decision.isPermitted)
    }

    @Test func `skips the whole list when the mask is empty, as the kernel does`() {
        let inode = Inode(isDirectory: false, mode: 0o604, uid: 0, gid: 42, list: Self.list)
        #expect(inodeDecision(.read, of: inode, for: Self.subject(7)).permissionClass == .other)
    }
}
