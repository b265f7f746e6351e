import PolicyAuthoring
import Policies
import PolicyLanguage
import Testing

@testable import WarrantCLI

@Suite struct `Exit status of a failed record` {
    @Test func `An invalid policy and a fault of warrant have different statuses`() throws {
        let wrong = Diagnostics(Diagnostic("x", at: .start(of: "p"), "is wrong", help: ""))
        let gone = UnreadablePolicy(path: "p", problem: "gone")
        #expect(ExitStatus(ofRecordThatThrew: wrong) == .invalidPolicy)
        #expect(ExitStatus(ofRecordThatThrew: gone) == .unreadablePolicy)
        #expect(ExitStatus(ofRecordThatThrew: UnreadableRecord(wrong)) == .fault)
        #expect(ExitStatus(ofRecordThatThrew: CancellationError()) == .fault)
    }
}
