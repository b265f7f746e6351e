import LinuxCapabilities
package import Policies
package import PolicyLanguage

/// A policy in the three forms that rules use: as text, as syntax, and bound to capabilities.
package struct LintedPolicy: Sendable {
    package let text: PolicyText
    package let tree: Node
    package let syntax: PolicySyntax
    package let policy: Policy
    /// The policy with its includes; nil if these were not read.
    package let whole: Whole?
    /// All requirements and their parts, in the order written, each before its parts.
    package let requirements: [PlacedRequirement]
    package let index: RequirementIndex

    /// The policy that a check uses, as syntax and bound.
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

    /// Like ``requirements``, but for everything that a check uses; nil if some includes were not read.
    package var allRequirements: [PlacedRequirement]? {
        syntax.includes.isEmpty ? requirements : whole.map { RequirementWalk($0).found }
    }

    /// The place for a finding about all requirements together.
    var start: SourceLocation {
        policy.requirements.first?.location ?? syntax.includes.first?.namespace.location
            ?? syntax.location
    }
}

extension LintedPolicy {
    /// Reads a policy and binds it to the words of Linux.
    ///
    /// - Parameter file: The file's name in findings; nothing is read from it.
    /// - Throws: ``Diagnostics`` if the policy is wrong, or one that it includes.
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
