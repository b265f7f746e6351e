public import LinuxCapabilities
import Policies
public import PolicyLanguage

extension HostFacts {
    /// Reads facts from YAML, in the form that they have below `given:` in the test of a policy.
    ///
    /// ```swift
    /// let facts = try HostFacts(
    ///     yaml: """
    ///         users: { www-data: [www-data, ssl-cert] }
    ///         files: { /etc/ssl/private/site.key: -rw-r----- root:ssl-cert }
    ///         """
    /// )
    /// let host = Host.inMemory(facts)
    /// ```
    ///
    /// - Throws: ``Diagnostics`` with the place of every mistake.
    public init(yaml text: String) throws(Diagnostics) {
        try self.init(given: try YAMLTree.parse(Array(text.utf8), file: "facts"))
    }

    /// - Parameter node: The value of `given:`.
    init(given node: Node) throws(Diagnostics) {
        let reader = FactReader()
        reader.read(node)
        if let problems = reader.problems.found { throw problems }
        self = reader.facts
    }

    /// The facts as YAML. ``init(yaml:)`` makes the same facts from it.
    ///
    /// Groups without a name, processes of units and sockets may get other numbers.
    public var yaml: String { yamlLines.map { $0 + "\n" }.joined() }

    var yamlLines: [String] { FactWriter(self).lines }
}
