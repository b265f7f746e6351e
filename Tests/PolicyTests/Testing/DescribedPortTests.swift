import Kernel
import LinuxCapabilities
import Policies
import PolicyLanguage
import Testing

@testable import PolicyAuthoring

@Suite struct `Holder of a port` {
    private func ports(_ facts: HostFacts) -> [String] {
        PortCodec.lines(by: FactWriter(facts)).dropFirst().map { String($0.dropFirst(2)) }
    }

    private func holders(_ facts: HostFacts) -> [String] {
        facts.network.ports.flatMap { port, sockets in
            sockets.map { "\(port.transport):\(port.number) \($0.uid)" }
        }.sorted()
    }

    @Test func `A described holder keeps its user in a record`() throws {
        let described = try HostFacts(
            yaml: """
                users:
                  alice: { uid: 1000, groups: [alice] }
                  "77": { uid: 78, groups: [alice] }
                  free: { uid: 79, groups: [alice] }
                  self: { uid: 80, groups: [alice] }
                self: root
                processes: { 1234: { user: 5 } }
                ports:
                  tcp:1: { uid: 1234 }
                  tcp:2: alice
                  tcp:3: "1234"
                  tcp:4: { uid: 78 }
                  tcp:5: { uid: 79 }
                  tcp:6: { uid: 80 }
                  udp:7: self
                  udp:8: free
                """
        )
        let found = [
            "tcp:1 1234", "tcp:2 1000", "tcp:3 5", "tcp:4 78", "tcp:5 79", "tcp:6 80", "udp:7 0",
        ]
        #expect(holders(described) == found)
        let again = try HostFacts(yaml: described.yaml)
        #expect(holders(again) == found)
        #expect(again.network.sockets.mapValues(\.count) == [nil: 1, 1234: 1])
        #expect(
            ports(described).prefix(3) == [
                #""tcp:1": { uid: 1234 }"#, #""tcp:2": alice"#, #""tcp:3": 1234"#,
            ]
        )
    }

    /// Another user's process may have the number by then.
    @Test func `A holder without a described process is written as its user`() throws {
        var described = try HostFacts(yaml: "processes: { 7: { user: 5 } }\nports: { tcp:1: 7 }")
        described.processes = [:]
        #expect(ports(described) == [#""tcp:1": { uid: 5 }"#])
    }

    @Test(arguments: [
        (
            "ports: { tcp:80: 1234 }",
            "3:20: `1234` is a process that no fact describes; describe it under "
                + "`processes`, or write `{ uid: 1234 }` for a user [invalid-fact]"
        ),
        (
            "ports: { tcp:80: { uid: alice } }",
            "3:27: `alice` is not the number of a user or group; write a number up to 4294967294 "
                + "[invalid-fact]"
        ),
        (
            "ports: { tcp:80: { uid: 5, uuid: 6 } }",
            "3:30: unknown key `uuid` of the holder of `tcp:80`; did you mean `uid`? [unknown-key]"
        ),
        (
            "ports: { tcp:80: {} }",
            "3:12: `tcp:80` has a holder without `uid`; write `{ uid: … }` [invalid-fact]"
        ),
    ])
    func `An invalid holder of a port is an error`(facts: String, complaint: String) async throws {
        #expect(try await DescribedTestHost(facts).complaints() == [complaint])
    }
}
