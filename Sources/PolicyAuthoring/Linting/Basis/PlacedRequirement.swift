package import Capabilities
import LinuxCapabilities
package import Policies
package import PolicyLanguage

/// A requirement of a policy, or a part of one, and its role there.
///
/// It is a class because every rule goes through all of them: passing one on costs one reference count.
package final class PlacedRequirement: Sendable {
    /// The construct that contains the requirement.
    package enum Role: Hashable, Sendable {
        /// `require` or `forbid`.
        case policy
        case all, any, not
        /// `when`.
        case condition
    }

    package let syntax: RequirementSyntax
    package let part: Policy.Part
    /// The number of the meaning. Requirements that ask the same have the same number, see ``Meaning``.
    let meaning: Int
    /// The use of the word; nil for a group.
    package let use: WordUse?
    /// The capability that the word asks for; nil for a group.
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
    /// The number of the list. All requirements of one list have the same number.
    package var list: Int { position.list }
    /// True if the requirement must be authorized: it is below neither `forbid` nor `not`, or below both.
    package var isWanted: Bool { position.isWanted }
    /// True if the policy holds only if this is authorized (if wanted) or denied (if not).
    package var isNecessary: Bool { position.isNecessary }
    /// True if the requirement is in a `when`, at any depth.
    package var isCondition: Bool { position.isCondition }
    /// The `within` of the nearest enclosing group that has one.
    package var outerLimit: Duration? { position.outerLimit }
    /// The subject if the requirement itself names none.
    package var outerSubject: SubjectSyntax? { position.outerSubject }

    /// The title in reports, in backticks.
    package var title: String { part.title.quoted }
}

/// Walks the syntax and the bound policy side by side: they have the same shape.
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
    /// Returns the position of a part inside this requirement.
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

    /// Returns whether every part in a role must have the answer that this requirement needs. All parts of a wanted
    /// `all` must be authorized, and all parts of an unwanted `any` must be denied.
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
    /// True if `--authorize` asks for the part if it is required. Nothing below `not` is asked for.
    var canBeAskedFor: Bool {
        switch kind {
        case .question(let capability): capability is any Askable
        case .all(let parts), .any(let parts): parts.contains(where: \.canBeAskedFor)
        case .not: false
        }
    }
}

extension PlacedRequirement {
    /// The path of the file, or of the socket in the file system, that the requirement names.
    var path: (text: String, location: SourceLocation)? {
        guard let use, let capability else { return nil }
        if let file = capability as? FileAccess { return (file.path, use.value.location) }
        guard capability is NetworkReachability, case .unix(let path)? = endpoint?.form else {
            return nil
        }
        return (path, use.value.location)
    }

    /// The endpoint to connect to or to bind.
    var endpoint: Endpoint? {
        guard let use, use.name == "connect" || use.name == "bind" else {
            return nil
        }
        return try? Endpoint(use.value.value)
    }
}

extension Policy.Part {
    /// True if the part has a question whose meaning depends on its place. Asked literally, a file that does not exist
    /// is a denial. Below `forbid` or `not`, it is none if the subject may create the file.
    var countsCreation: Bool {
        switch kind {
        case .question(let capability): capability.maker != nil
        case .all(let parts), .any(let parts): parts.contains(where: \.countsCreation)
        case .not(let part): part.countsCreation
        }
    }
}
