import Capabilities
import PolicyLanguage

/// What was asked for, as it was answered.
struct AnsweredCapability: Capability {
    struct Status: AuthorizationStatus {
        let verdict: Verdict
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    let name: String
    let verdict: Verdict
    var requirement: Void { () }

    func authorizationStatus() async -> Status { Status(verdict: verdict) }
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
    var isAskedFor: Bool { rule == .require && syntax.severity == .failure }

    func with(_ part: Policy.Part) -> Self {
        Self(rule: rule, part: part, syntax: syntax)
    }
}

extension Policy.Part {
    func with(_ kind: Kind) -> Self {
        Self(kind: kind, id: id, subject: subject, when: when, limit: limit)
    }
}
