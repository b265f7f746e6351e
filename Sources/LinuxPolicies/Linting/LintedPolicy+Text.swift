import LinuxCapabilities
package import PolicyEngine
package import PolicyLanguage

extension LintedPolicy {
    /// Reads and binds a policy by the words of Linux.
    ///
    /// - Parameter file: The name by which findings call the file; nothing is read from it.
    /// - Throws: ``Diagnostics`` where the policy is wrong.
    package init(_ bytes: [UInt8], file: String) throws(Diagnostics) {
        let tree = try YAMLTree.parse(bytes, file: file)
        let catalogue = Catalogue<Subject>.linux
        let syntax = try PolicySyntax.parse(tree, vocabulary: catalogue.vocabulary)
        let policy = try Policy(syntax, to: catalogue) { _ in nil }
        self.init(
            text: PolicyText(bytes, file: file),
            tree: tree,
            syntax: syntax,
            policy: policy
        )
    }
}
