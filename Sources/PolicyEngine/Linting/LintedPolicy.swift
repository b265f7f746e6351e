package import PolicyLanguage

/// A policy as its rules see it: as written, as parsed, and as bound to what it asks of the system.
package struct LintedPolicy: Sendable {
    package let text: PolicyText
    package let tree: Node
    package let syntax: PolicySyntax
    package let policy: Policy
    /// With the policies that it includes; nil where these were not read.
    package let whole: Whole?
    /// Every requirement and part of one, in the order written, each before its parts.
    package let requirements: [PlacedRequirement]
    package let index: RequirementIndex

    /// What a check looks at, as written and as bound.
    package struct Whole: Sendable {
        let syntax: PolicySyntax
        let policy: Policy

        package init(_ syntax: PolicySyntax, bound policy: Policy) {
            self.syntax = syntax
            self.policy = policy
        }
    }

    package init(
        text: PolicyText,
        tree: Node,
        syntax: PolicySyntax,
        policy: Policy,
        whole: Whole?
    ) {
        self.text = text
        self.tree = tree
        self.syntax = syntax
        self.policy = policy
        self.whole = whole
        let walk = RequirementWalk(Whole(syntax, bound: policy))
        requirements = walk.found
        index = RequirementIndex(walk.found, walk.numbers)
    }

    /// As ``requirements``, of all that a check looks at; nil where some of it was not read.
    package var allRequirements: [PlacedRequirement]? {
        syntax.includes.isEmpty ? requirements : whole.map { RequirementWalk($0).found }
    }

    /// Where to tell of what is wrong with all requirements together.
    var start: SourceLocation {
        policy.requirements.first?.location ?? syntax.includes.first?.namespace.location
            ?? syntax.location
    }
}
