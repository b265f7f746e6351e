import Capabilities
package import Policies
package import PolicyLanguage

/// A policy in readable form, with all parameters filled in and all includes.
package struct PolicyOutline: Sendable {
    package let name: String
    package let summary: String
    /// The subject; nil for this process.
    package let subject: String?
    /// The sections that have entries, `require` before `forbid`.
    package let sections: [Section]

    package struct Section: Sendable {
        package let rule: Policy.Rule
        package let entries: [Entry]
    }

    /// A requirement, a part of one, or a condition below `when`.
    package struct Entry: Sendable {
        package let title: String
        package let id: String?
        /// The subject in place of the policy's subject.
        package let subject: String?
        package let limit: Duration?
        package let severity: RequirementSeverity
        package let because: String?
        /// The conditions. Unless they hold, the entry is not applicable.
        package let conditions: [Entry]
        package let parts: [Entry]
    }
}

extension PolicyOutline {
    package init(_ policy: Policy) {
        name = policy.name
        summary = policy.summary
        subject = policy.subject
        sections = [Policy.Rule.require, .forbid].compactMap { rule in
            let entries = policy.requirements.filter { $0.rule == rule }.map { Entry($0.part) }
            return entries.isEmpty ? nil : Section(rule: rule, entries: entries)
        }
    }
}

extension PolicyOutline.Entry {
    package init(_ part: Policy.Part) {
        title = part.kind.title
        id = part.id
        subject = part.asked
        limit = part.limit
        severity = part.severity
        because = part.because
        conditions = part.when.map(Self.init)
        parts = part.kind.parts.map(Self.init)
    }
}

extension Policy.Part.Kind {
    /// The title without the parts of a group, which follow it.
    fileprivate var title: String {
        switch self {
        case .question(let capability): capability.name
        case .all: "all of these"
        case .any: "any of these"
        case .not: "not this"
        }
    }
}
