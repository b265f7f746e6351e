import AccessModel
import Kernel
import Testing

@Suite struct `Capability over a user namespace` {
    private static func below(
        _ parent: NamespaceLineage,
        identity: UInt64,
        owner: UInt32
    ) -> NamespaceLineage {
        let ids = UserNamespace(users: .identity, groups: .identity, isInitial: false)
        let own = NamespaceLineage.Member(identity: identity, owner: owner, ids: ids)
        return NamespaceLineage(own: own, ancestors: parent.members)
    }

    private static let child = below(.initial, identity: 1, owner: 1000)
    private static let grandchild = below(child, identity: 2, owner: 2000)

    private static func process(
        _ user: UInt32,
        _ capabilities: [KernelCapability] = [],
        in namespace: NamespaceLineage = .initial
    ) -> ProcessCredentials {
        ProcessCredentials(
            user: CredentialIDs(user),
            group: CredentialIDs(user),
            sets: KernelCapabilitySets(effective: KernelCapabilitySet(capabilities)),
            namespace: namespace
        )
    }

    @Test func `A capability counts in its namespace and those below`() {
        let outside = Self.process(5, [.kill])
        let inside = Self.process(5, [.kill], in: Self.child)
        let beside = Self.process(5, [.kill], in: Self.below(.initial, identity: 3, owner: 5))

        for namespace in [NamespaceLineage.initial, Self.child, Self.grandchild] {
            #expect(outside.isCapable(of: .kill, over: namespace))
            #expect(!outside.isCapable(of: .chown, over: namespace))
        }
        #expect(!inside.isCapable(of: .kill, over: .initial))
        #expect(inside.isCapable(of: .kill, over: Self.child))
        #expect(inside.isCapable(of: .kill, over: Self.grandchild))
        #expect(!beside.isCapable(of: .kill, over: Self.child))
    }

    @Test func `The owner of a namespace has its capabilities from the parent`() {
        let owner = Self.process(1000)
        #expect(owner.isCapable(of: .sysAdmin, over: Self.child))
        #expect(owner.isCapable(of: .sysAdmin, over: Self.grandchild))
        #expect(!owner.isCapable(of: .sysAdmin, over: .initial))
        #expect(!Self.process(2000).isCapable(of: .sysAdmin, over: Self.grandchild))
        #expect(
            !Self.process(1000, in: Self.child).isCapable(of: .sysAdmin, over: Self.child)
        )
    }
}
