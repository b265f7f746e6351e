import Capabilities
import Procedures

extension Host {
    /// Returns the verdict of the rules about a file for each thread of a subject, now and by itself.
    ///
    /// - Parameter identity: nil for this process.
    func reach(
        of inquiry: FileInquiry,
        _ subject: Subject,
        _ identity: SubjectIdentity?
    ) async throws -> (verdict: Verdict, judgements: [FileJudgement]) {
        guard let identity else {
            let own = try await files.judge(inquiry, after: nil)
            let (everyone, reach) = try await ownReach(of: inquiry, after: own)
            let verdict = Verdict.of(
                subject,
                everyone,
                [own.verdict(of: inquiry.path)],
                reach: reach
            )
            return (verdict, [own])
        }
        let found = try await files.judge(inquiry, for: identity)
        let names = identity.names(of: subject)
        let reach = zip(names, found).map { ReachFinding($0, $1.byItself) }
        let verdicts = found.map { $0.verdict(of: inquiry.path) }
        return (Verdict.of(subject, identity, verdicts, reach: reach), found)
    }

    /// Returns what every thread of this process could gain by itself, after a no for the calling thread.
    func ownReach(
        of inquiry: FileInquiry,
        after own: FileJudgement
    ) async throws -> (SubjectIdentity, [ReachFinding]) {
        let everyone = try ownIdentity()
        let names = everyone.names(of: .current)
        // If the rules cannot follow the path, it is not known what the thread could do there.
        let first = ReachFinding(names[0], own.answer == .unknown ? own.reach : own.byItself)
        guard first.found == .no, !everyone.differing.isEmpty else { return (everyone, [first]) }
        let found = try await files.judge(inquiry, for: everyone).dropFirst()
        let others = zip(names.dropFirst(), found).map { name, one in
            ReachFinding(name, one.reach)
        }
        return (everyone, [first] + others)
    }
}

extension FileJudgement {
    /// The thread's answer, now or by itself.
    fileprivate var reach: ByItself {
        switch answer {
        case .yes: .may("")
        case .no: byItself
        case .unknown: .unknown(message)
        }
    }

    fileprivate func verdict(of path: String) -> Verdict {
        answer == .yes ? .authorized() : refusal(of: path)
    }
}
