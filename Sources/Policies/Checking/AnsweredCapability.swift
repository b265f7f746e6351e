import Capabilities
import PolicyLanguage

/// A capability with the answer to a request. The answer stands as long as checks have the same verdict as when it was
/// given.
struct AnsweredCapability<Subject: Capability>: Capability {
    struct Status: AuthorizationStatus {
        let verdict: Verdict
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    let subject: Subject
    let answer: Verdict
    /// The verdict of checks for which the answer stands.
    let otherwise: Verdict

    var name: String { subject.name }
    var subjectName: String { subject.subjectName }
    var requirement: Void { () }

    func authorizationStatus() async -> Status { status(of: await subject.verdict()) }

    var updates: StatusUpdates<Status> {
        subject.updates.map { [self] in status(of: subject.verdict(of: $0)) }
    }

    private func status(of found: Verdict) -> Status {
        Status(verdict: found == otherwise ? answer : found)
    }
}

extension Capability {
    /// Returns the same capability with the answer that it got.
    func answered(_ answer: Verdict, otherwise: Verdict) -> any Capability {
        AnsweredCapability(subject: self, answer: answer, otherwise: otherwise)
    }
}

extension Policy {
    func with(_ requirements: [Requirement]) -> Policy {
        Policy(
            name: name,
            summary: summary,
            subject: subject,
            requirements: requirements,
            location: location
        )
    }
}

extension Policy.Requirement {
    var isAskedFor: Bool { rule == .require && part.severity == .failure }

    func with(_ part: Policy.Part) -> Self {
        Self(rule: rule, part: part, location: location)
    }
}

extension Policy.Part {
    func with(_ kind: Kind) -> Self {
        var part = self
        part.kind = kind
        return part
    }
}
