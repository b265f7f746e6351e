import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

@Suite struct `Access for another user` {
    private static let seeds = 1...20 as ClosedRange<UInt64>

    /// Each in a process of its own, which asks as root and then becomes the user for good, and tries.
    @Test(.timeLimit(.minutes(1)), arguments: seeds)
    func `is what that user finds who tries`(seed: UInt64) async {
        await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            let tree = try RandomTree(seed: seed)
            var answers: [(RandomTree.Question, Bool)] = []
            for question in tree.questions {
                let verdict = await tree.access(question).verdict()
                #expect(verdict.isKnown, "seed \(seed): \(question): \(verdict)")
                answers.append((question, verdict.isAuthorized))
            }
            try tree.user.become()
            for (question, isAuthorized) in answers {
                let isPossible = question.isPossible()
                #expect(isAuthorized == isPossible, "seed \(seed): \(tree.user): \(question)")
            }
        }
    }

    @Test func `is not known to who may not become that user`() async {
        await #expect(processExitsWith: .success) {
            try become(64_123)
            let verdict = await FileAccess(.read, "/etc/passwd", of: .user("root")).verdict()
            #expect(!verdict.isKnown)
            #expect(
                verdict.reasons.map { "\($0.object) \($0.message)" } == [
                    "user root cannot be asked for by this process: setfsgid(2) failed for "
                        + "`gid 0`: Operation not permitted (EPERM); ask as root"
                ]
            )
        }
    }

    @Test func `needs no privilege where it is no other`() async {
        await #expect(processExitsWith: .success) {
            try become(64_123)
            let own = Subject.user("64123", groups: ["64123"])
            #expect(await FileAccess(.read, "/etc/passwd", of: own).verdict().isAuthorized)
            #expect(!(await FileAccess(.write, "/etc/passwd", of: own).verdict().isAuthorized))
        }
    }

    @Test(arguments: [
        (Subject.user("nosuchuser"), "user nosuchuser"),
        (.user("64123"), "a group of user 64123"),
        (.user("64123", groups: ["nosuchgroup"]), "group nosuchgroup"),
        (.user("4294967295", groups: ["0"]), "user 4294967295"),
    ])
    func `is denied where there is nobody`(subject: Subject, who: String) async {
        let verdict = await FileAccess(.read, "/etc/passwd", of: subject).verdict()
        #expect(
            verdict.reasons.map { "\($0.object) \($0.message)" } == ["\(who) does not exist here"]
        )
        #expect(verdict.reasons.map(\.cause) == [.other])
    }
}

extension Verdict {
    fileprivate var isKnown: Bool { if case .undetermined = self { false } else { true } }
}
