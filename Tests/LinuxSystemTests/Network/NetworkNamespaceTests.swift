import Glibc
import Kernel
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Another network` {
    @Test func `One thread enters a network namespace, and ends with its work`() async throws {
        try await withChild(["unshare", "--net", "cat"]) { child in
            let handle = try ProcessHandle(pid: child.pid)
            let network = try handle.openNamespace(.network)
            let number = network.number
            let before = try Namespaces.own()
            let inside = try NetworkNamespace.run(in: number) {
                (try Namespaces.own(), try setParameter("ipv4/ip_unprivileged_port_start", "7"))
            }.0
            #expect(inside.network == (try handle.facts().namespaces.get().network))
            #expect(inside.network != before.network && inside.mount == before.mount)
            #expect(try NetworkNamespace.run(in: number) { try PortCalls.unprivilegedStart() } == 7)
            #expect(try PortCalls.unprivilegedStart() != 7)
            #expect(try Namespaces.own() == before)
            _ = consume network
        }
    }

    @Test func `A network namespace is closed to a process without privilege`() async throws {
        await #expect(processExitsWith: .success) {
            let path = "/proc/self/ns/net"
            let network = unsafe open(path, O_RDONLY | O_CLOEXEC)
            try #require(setgid(64_123) == 0 && setuid(64_123) == 0, "root is needed")
            #expect(throws: SystemError("setns(2)", "a network namespace", code: EPERM)) {
                try NetworkNamespace.run(in: network) {}
            }
        }
    }

    @Test func `A network namespace has a user namespace and those above as owners`() async throws {
        let own = try Namespaces.own().user
        try await withChild(["unshare", "--net", "cat"]) { child in
            let chain = try owners(of: child.pid)
            #expect(chain == [.init(namespace: own, user: 0)])
        }
        let userNamespace = ["unshare", "--user", "--map-root-user"]
        try await withChild(userNamespace + userNamespace + ["--net", "cat"]) { child in
            let chain = try owners(of: child.pid)
            let inner = try ProcessHandle(pid: child.pid).facts().namespaces.get().user
            #expect(chain.count == 3)
            #expect(chain.first?.namespace == inner && chain.last?.namespace == own)
        }
    }

    private func owners(of pid: Int32) throws -> [NamespaceOwners.Owner] {
        let network = try ProcessHandle(pid: pid).openNamespace(.network)
        return try NamespaceOwners(of: network, at: "net").chain
    }
}

@Suite struct `The owners of a network` {
    private static let ids = (1...4 as ClosedRange<UInt64>).map {
        NamespaceID(device: DeviceNumber(major: 0, minor: 4), inode: $0)
    }
    /// User 1000 created the third namespace in the second, and user 5 the second in the first.
    private static let owners = NamespaceOwners(chain: [
        .init(namespace: ids[2], user: 1000), .init(namespace: ids[1], user: 5),
        .init(namespace: ids[0], user: 0),
    ])

    @Test func `Capabilities reach a network from its owner and from above`() {
        for id in Self.ids[0...2] {
            #expect(Self.owners.reach(from: id, user: 77) == .effective)
        }
        #expect(Self.owners.reach(from: Self.ids[3], user: 0) == .none)
    }

    @Test func `The maker of an owning user namespace has all capabilities`() {
        #expect(Self.owners.reach(from: Self.ids[1], user: 1000) == .all)
        #expect(Self.owners.reach(from: Self.ids[0], user: 5) == .all)
        #expect(Self.owners.reach(from: Self.ids[0], user: 1000) == .effective)
        // Inside its own namespace, only the creator's capabilities count.
        #expect(Self.owners.reach(from: Self.ids[2], user: 1000) == .effective)
    }
}
