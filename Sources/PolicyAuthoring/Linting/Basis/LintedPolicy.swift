import LinuxCapabilities
package import Policies
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

extension LintedPolicy {
    /// Reads and binds a policy by the words of Linux.
    ///
    /// - Parameter file: The name by which findings call the file; nothing is read from it.
    /// - Throws: ``Diagnostics`` where the policy is wrong, or one that it includes.
    package init(
        _ bytes: [UInt8],
        file: String,
        in context: LintContext = LintContext()
    ) throws(Diagnostics) {
        var walk = ExtentWalk()
        let tree = try YAMLTree.parse(bytes, file: file) { walk.take($0) }
        let syntax = try PolicySyntax.parse(
            tree,
            vocabulary: Catalogue<Subject>.linux.vocabulary,
            parametersFrom: context.sources,
            alsoFinding: { Catalogue.open.problems(in: $0) }
        )
        let isOpen = syntax.parameters.contains(where: \.isOpen)
        let policy = try Policy(syntax, to: isOpen ? .open : .linux) { _ in nil }
        self.init(
            text: PolicyText(bytes, file: file, extents: walk.extents),
            tree: tree,
            syntax: syntax,
            policy: policy,
            whole: try context.whole(syntax, bound: policy)
        )
    }
}
