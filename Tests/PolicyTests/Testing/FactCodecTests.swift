import LinuxCapabilities
import Testing

@testable import PolicyAuthoring

@Suite struct `Codec of facts` {
    @Test(arguments: 1...200)
    func `Written facts are read back unchanged`(seed: Int) throws {
        let facts = RandomHostFacts(seed: UInt64(seed)).facts
        let text = facts.yaml
        let again = try HostFacts(yaml: text)

        #expect(again == facts, "\(text)")
        #expect(again.yaml == text)
    }

    @Test func `A host without facts is written as an empty text`() {
        #expect(HostFacts().yaml == "")
    }

    @Test func `Each fact has its own key`() {
        #expect(Set(FactTable.keys).count == FactTable.keys.count)
    }
}
