/// A test file as written: descriptions of hosts, and the expected results of a policy on each.
package struct TestSyntax: Sendable {
    /// The policy, relative to the directory of the test file; nil for the policy of the same name.
    package let policy: Located<String>?
    /// Never empty.
    package let cases: [TestCaseSyntax]
    package let location: SourceLocation
}

/// One described host, and the expected results of the policy there.
package struct TestCaseSyntax: Sendable {
    package enum Outcome: String, CaseIterable, Hashable, Sendable {
        case holds, fails, undetermined
        case notApplicable = "not-applicable"
    }

    /// The expected result of one requirement.
    package struct Expectation: Hashable, Sendable {
        /// The requirement's `id`, or the name in reports if it has no id.
        package let name: Located<String>
        package let outcome: Outcome
        /// The code of the deciding reason; nil for any.
        package let reason: Located<String>?
    }

    package let name: Located<String>
    /// The facts of all cases, overlaid with the facts of this one; nil if there are none.
    package let given: Node?
    package let settings: [String: Setting]
    package let expected: Located<Outcome>
    /// The expected results of single requirements. All others must hold or not apply.
    package let requirements: [Expectation]
}

extension TestSyntax {
    /// - Throws: ``Diagnostics`` with all problems, except those in the facts, which another reader checks.
    package static func parse(_ root: Node) throws(Diagnostics) -> TestSyntax {
        let parser = TestParser()
        let tests = parser.tests(root)
        if let found = parser.problems.found { throw found }
        // Fails closed if the parser ever returns nil without a diagnostic.
        guard let tests else { throw Diagnostics(.testsNothing(at: root.location)) }
        return tests
    }
}

extension Node {
    /// Returns this node overlaid by another. Mappings are merged key by key; any other node is replaced.
    package func overlaid(by other: Node) -> Node {
        guard case .mapping(let own) = kind, case .mapping(let added) = other.kind else {
            return other
        }
        var places: [String: Int] = [:]
        for (index, entry) in own.enumerated() { places[entry.key.value] = index }
        var all = own
        for entry in added {
            guard let place = places[entry.key.value] else {
                all.append(entry)
                continue
            }
            let value = all[place].value.overlaid(by: entry.value)
            all[place] = Entry(key: entry.key, value: value)
        }
        return Node(.mapping(all), at: other.location)
    }
}
