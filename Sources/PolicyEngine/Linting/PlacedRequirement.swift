package import Capabilities
package import PolicyLanguage

/// A requirement of a policy or a part of one, and what it is there for.
package struct PlacedRequirement: Sendable {
    /// What it stands in.
    package enum Role: Hashable, Sendable {
        /// `require` or `forbid`.
        case policy
        case all, any, not
        /// `when`.
        case condition
    }

    package let syntax: RequirementSyntax
    package let part: Policy.Part
    package let rule: Policy.Requirement.Rule
    package let role: Role
    /// The same for all that stand in one list.
    package let list: Int
    /// Whether it is to be authorized: not under `forbid`, nor under `not`, but under both.
    package let isWanted: Bool
    /// Whether the policy holds only where this is authorized, if it is wanted, or else denied.
    package let isNecessary: Bool
    /// Whether it stands in a `when`, at whatever depth.
    package let isCondition: Bool
    /// The `within` of the nearest group around it that has one.
    package let outerLimit: Duration?
    /// Who is asked about where it says nothing itself.
    package let outerSubject: SubjectSyntax?

    /// The word and what it asks for; nil for a group.
    package var question: (use: WordUse, capability: any Capability)? {
        guard case .word(let use) = syntax.kind, case .question(let capability) = part.kind else {
            return nil
        }
        return (use, capability)
    }

    /// As a report says it, in backticks.
    package var title: String { part.title.quoted }
}

/// Goes through what was written and what it was bound to side by side: they have one shape.
struct RequirementWalk {
    private(set) var found: [PlacedRequirement] = []
    private var lists = 0

    mutating func take(_ requirement: Policy.Requirement, _ subject: SubjectSyntax?) {
        let syntax = requirement.syntax
        take(
            PlacedRequirement(
                syntax: syntax,
                part: requirement.part,
                rule: requirement.rule,
                role: .policy,
                list: requirement.rule == .require ? -1 : -2,
                isWanted: requirement.rule == .require,
                isNecessary: syntax.severity == .failure && syntax.when == nil,
                isCondition: false,
                outerLimit: nil,
                outerSubject: subject
            )
        )
    }

    private mutating func take(_ placed: PlacedRequirement) {
        found.append(placed)
        if let syntax = placed.syntax.when, let part = placed.part.when.first {
            take(placed.inner(syntax, part, .condition, list: newList()))
        }
        switch (placed.syntax.kind, placed.part.kind) {
        case (.all(let syntax), .all(let parts)): take(syntax, parts, .all, in: placed)
        case (.any(let syntax), .any(let parts)): take(syntax, parts, .any, in: placed)
        case (.not(let syntax), .not(let part)): take([syntax], [part], .not, in: placed)
        default: break
        }
    }

    private mutating func take(
        _ syntax: [RequirementSyntax],
        _ parts: [Policy.Part],
        _ role: PlacedRequirement.Role,
        in group: PlacedRequirement
    ) {
        let list = newList()
        for (syntax, part) in zip(syntax, parts) {
            take(group.inner(syntax, part, role, list: list))
        }
    }

    private mutating func newList() -> Int {
        lists += 1
        return lists
    }
}

extension PlacedRequirement {
    fileprivate func inner(
        _ syntax: RequirementSyntax,
        _ part: Policy.Part,
        _ role: Role,
        list: Int
    ) -> PlacedRequirement {
        PlacedRequirement(
            syntax: syntax,
            part: part,
            rule: rule,
            role: role,
            list: list,
            isWanted: role == .condition ? true : isWanted != (role == .not),
            isNecessary: isNecessary && syntax.when == nil && passesOn(role),
            isCondition: isCondition || role == .condition,
            outerLimit: self.syntax.within ?? outerLimit,
            outerSubject: self.syntax.as ?? outerSubject
        )
    }

    /// Whether all parts in a role have to be as this is to be: every one of `all` to be authorized, and
    /// every one of `any` to be denied.
    private func passesOn(_ role: Role) -> Bool {
        switch role {
        case .all: isWanted
        case .any: !isWanted
        case .not: true
        case .policy, .condition: false
        }
    }
}
