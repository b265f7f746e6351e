package import Capabilities
import LinuxCapabilities
package import Policies
package import PolicyLanguage

/// A requirement of a policy or a part of one, and what it is there for.
///
/// An object, since every rule looks at all of them: to hand it on costs one count of references.
package final class PlacedRequirement: Sendable {
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
    /// The same for all that ask the same, see ``Meaning``.
    let meaning: Int
    /// The word as it is used; nil for a group.
    package let use: WordUse?
    /// What the word asks for; nil for a group.
    package let capability: (any Capability)?
    fileprivate let position: Position

    fileprivate init(
        _ syntax: RequirementSyntax,
        _ part: Policy.Part,
        _ position: Position,
        _ numbers: inout MeaningNumbers
    ) {
        self.syntax = syntax
        self.part = part
        self.position = position
        meaning = numbers.number(of: part.meaning)
        if case .word(let use) = syntax.kind { self.use = use } else { use = nil }
        if case .question(let asked) = part.kind { capability = asked } else { capability = nil }
    }

    fileprivate struct Position {
        let rule: Policy.Rule
        let role: Role
        let list: Int
        let isWanted: Bool
        let isNecessary: Bool
        let isCondition: Bool
        let outerLimit: Duration?
        let outerSubject: SubjectSyntax?
    }
}

extension PlacedRequirement {
    package var rule: Policy.Rule { position.rule }
    package var role: Role { position.role }
    /// The same for all that stand in one list.
    package var list: Int { position.list }
    /// Whether it is to be authorized: not under `forbid`, nor under `not`, but under both.
    package var isWanted: Bool { position.isWanted }
    /// Whether the policy holds only where this is authorized, if it is wanted, or else denied.
    package var isNecessary: Bool { position.isNecessary }
    /// Whether it stands in a `when`, at whatever depth.
    package var isCondition: Bool { position.isCondition }
    /// The `within` of the nearest group around it that has one.
    package var outerLimit: Duration? { position.outerLimit }
    /// Who is asked about where it says nothing itself.
    package var outerSubject: SubjectSyntax? { position.outerSubject }

    /// As a report says it, in backticks.
    package var title: String { part.title.quoted }
}

/// Goes through what was written and what it was bound to side by side: they have one shape.
struct RequirementWalk {
    private(set) var found: [PlacedRequirement] = []
    private(set) var numbers: MeaningNumbers
    private var lists = 0

    init(_ whole: LintedPolicy.Whole) {
        let requirements = whole.policy.requirements
        numbers = MeaningNumbers(capacity: requirements.count)
        for (syntax, bound) in zip(whole.syntax.require + whole.syntax.forbid, requirements) {
            take(syntax, bound, whole.syntax.subject)
        }
    }

    private mutating func take(
        _ syntax: RequirementSyntax,
        _ requirement: Policy.Requirement,
        _ subject: SubjectSyntax?
    ) {
        let position = PlacedRequirement.Position(
            rule: requirement.rule,
            role: .policy,
            list: requirement.rule == .require ? -1 : -2,
            isWanted: requirement.rule == .require,
            isNecessary: syntax.severity == .failure && syntax.when == nil,
            isCondition: false,
            outerLimit: nil,
            outerSubject: subject
        )
        take(syntax, requirement.part, position)
    }

    private mutating func take(
        _ syntax: RequirementSyntax,
        _ part: Policy.Part,
        _ position: PlacedRequirement.Position
    ) {
        let placed = PlacedRequirement(syntax, part, position, &numbers)
        found.append(placed)
        if let condition = syntax.when, let part = part.when.first {
            take(condition, part, placed.inner(condition, .condition, list: newList()))
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
            take(syntax, part, group.inner(syntax, role, list: list))
        }
    }

    private mutating func newList() -> Int {
        lists += 1
        return lists
    }
}

extension PlacedRequirement {
    /// Of what stands in it.
    fileprivate func inner(_ syntax: RequirementSyntax, _ role: Role, list: Int) -> Position {
        Position(
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

extension Policy.Part {
    /// Whether it is asked for with `--authorize` where it is required: never what stands under `not`.
    var canBeAskedFor: Bool {
        switch kind {
        case .question(let capability): capability is any Askable
        case .all(let parts), .any(let parts): parts.contains(where: \.canBeAskedFor)
        case .not: false
        }
    }
}

extension PlacedRequirement {
    /// The path that it is about, of a file or of a socket in the file system.
    var path: (text: String, location: SourceLocation)? {
        guard let use, let capability else { return nil }
        if let file = capability as? FileAccess { return (file.path, use.value.location) }
        guard capability is NetworkReachability, case .unix(let path)? = endpoint?.form else {
            return nil
        }
        return (path, use.value.location)
    }

    /// What it connects to or binds.
    var endpoint: Endpoint? {
        guard let use, use.name == "connect" || use.name == "bind" else {
            return nil
        }
        return try? Endpoint(use.value.value)
    }
}

extension Policy.Part {
    /// Whether it has a question to which a file that does not exist is a no literally, and none below `forbid` or
    /// `not` if the subject may create it.
    var countsCreation: Bool {
        switch kind {
        case .question(let capability): capability.maker != nil
        case .all(let parts), .any(let parts): parts.contains(where: \.countsCreation)
        case .not(let part): part.countsCreation
        }
    }
}
