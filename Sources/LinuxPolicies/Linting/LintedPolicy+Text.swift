import LinuxCapabilities
package import PolicyEngine
package import PolicyLanguage

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
