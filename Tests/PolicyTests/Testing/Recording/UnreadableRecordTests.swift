import Policies
import PolicyLanguage
import Testing

@testable import PolicyAuthoring

@Suite struct `Unreadable record` {
    @Test(arguments: [
        "cases: [",
        "warrant: 1\npolicy: p.yaml\ncases: []\n",
        "warrant: 1\npolicy: p.yaml\ngiven: { files: { /x: \"-rw------- root:a b\" } }\n"
            + "cases: [{ case: c, expect: holds }]\n",
        "warrant: 1\npolicy: p.yaml\n"
            + "cases: [{ case: c, expect: fails, requirements: { r: fails no-such-reason } }]\n",
    ])
    func `An unreadable record has its own error`(text: String) throws {
        #expect(throws: UnreadableRecord.self) { try RecordedFacts(text) }
    }
}
