import Capabilities
import Logging
import Procedures
import TestSupport
import Testing

@Suite struct `Log of a gate` {
    private struct Key: Capability {
        struct Status: AuthorizationStatus {
            let verdict: Verdict
            func meets(_ requirement: Void) -> Verdict { verdict }
        }

        let name = "read /srv/\u{1B}key"
        let found: Verdict
        var requirement: Void { () }
        var subjectName: String { "user web" }
        func authorizationStatus() async -> Status { Status(verdict: found) }
    }

    private static let no = [
        Reason("no", "/srv/key", "is locked"), Reason("no", "/srv", "is\nclosed"),
    ]
    private static let cases: [(Verdict, String, String, Logger.Level)] = [
        (.authorized(), "authorized", "", .info),
        (.denied(no), "denied", "/srv/key is locked; /srv is\\nclosed", .notice),
        (.undetermined([no[0]]), "undetermined", "/srv/key is locked", .notice),
    ]

    @Test(arguments: cases.indices)
    func `A log entry has subject, capability, verdict and reason`(index: Int) async throws {
        let (verdict, word, reason, level) = Self.cases[index]
        let byQueue = KeptLog()
        let work = Procedure("serve") {}.condition(AuthorizedFor(Key(found: verdict)))
        _ = await ProcedureQueue(width: 1, logger: byQueue.logger).run(work)
        let byCall = KeptLog()
        let key = Key(found: verdict)
        try? await withPermit(for: key, options: GateOptions(logger: byCall.logger), named: "serve")
        { _ in }
        for log in [byQueue, byCall] {
            let told = log.events.filter { $0.metadata?["verdict"] != nil }
            #expect(
                told.map(\.metadata) == [
                    [
                        "capability": "read /srv/\\u{1b}key", "verdict": "\(word)",
                        "subject": "user web", "procedure": "serve", "reason": "\(reason)",
                    ]
                ]
            )
            #expect(told.map(\.level) == [level])
            #expect(told.map { "\($0.message)" } == ["\(word): read /srv/\\u{1b}key"])
        }
    }
}
