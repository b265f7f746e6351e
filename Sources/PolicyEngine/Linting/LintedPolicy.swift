package import PolicyLanguage

/// A policy as its rules see it: as written, as parsed, and as bound to what it asks of the system.
package struct LintedPolicy: Sendable {
    package let text: PolicyText
    package let tree: Node
    package let syntax: PolicySyntax
    package let policy: Policy
    /// Every requirement and part of one, in the order written, each before its parts.
    package let requirements: [PlacedRequirement]

    package init(text: PolicyText, tree: Node, syntax: PolicySyntax, policy: Policy) {
        self.text = text
        self.tree = tree
        self.syntax = syntax
        self.policy = policy
        var walk = RequirementWalk()
        for requirement in policy.requirements { walk.take(requirement, syntax.subject) }
        requirements = walk.found
    }
}
