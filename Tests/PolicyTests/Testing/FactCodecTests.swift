import LinuxCapabilities
import Testing

@testable import PolicyAuthoring

@Suite struct `The codec of facts` {
    @Test(arguments: 1...200)
    func `reads back what it wrote`(seed: Int) throws {
        let facts = RandomHostFacts(seed: UInt64(seed)).facts
        let text = facts.yaml
        let again = try HostFacts(yaml: text)

        #expect(again == facts, "\(text)")
        #expect(again.yaml == text)
    }

    @Test func `writes nothing if there are no facts`() {
        #expect(HostFacts().yaml == "")
    }

    @Test func `has one entry for each key`() {
        #expect(Set(FactTable.keys).count == FactTable.keys.count)
    }
}
