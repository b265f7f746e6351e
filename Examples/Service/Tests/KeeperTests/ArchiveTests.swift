import Testing
import Warrant
import WarrantTesting

@Suite struct `An archive` {
    @Test func `closes the gate of an upload when it goes away`() async throws {
        let address: Endpoint = "tcp:192.0.2.7:443"
        let described = DescribedHost(
            try HostFacts(yaml: "connections: { \(address): answers }")
        )
        let archive = NetworkReachability.connect(to: address, on: described.host)
        let upload = Procedure("upload") {}.condition(AuthorizedFor(archive))
        let queue = ProcedureQueue(width: 1)
        #expect(await queue.run(upload).ending == .succeeded)

        described.facts = try HostFacts(yaml: "connections: { \(address): refused }")
        #expect(await queue.run(upload).refusal?.codes == ["connection-refused"])
    }
}
