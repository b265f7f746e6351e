/// A test file as it was written: what is told of hosts, and what a policy is expected to say of each.
package struct TestSyntax: Sendable {
    /// The policy, from the directory of the test file; nil for the one of the same name.
    package let policy: Located<String>?
    /// Never empty.
    package let cases: [TestCaseSyntax]
    package let location: SourceLocation
}

/// One host, and what is expected of the policy there.
package struct TestCaseSyntax: Sendable {
    package enum Outcome: String, CaseIterable, Hashable, Sendable {
        case holds, fails, undetermined
        case notApplicable = "not-applicable"
    }

    /// What is expected of one requirement.
    package struct Expectation: Hashable, Sendable {
        /// Its `id`, or what reports call it where it has none.
        package let name: Located<String>
        package let outcome: Outcome
        /// The code of the deciding reason; nil for any.
        package let reason: Located<String>?
    }

    package let name: Located<String>
    /// The facts of all cases, with those of this one laid over them; nil where there are none.
    package let given: Node?
    package let settings: [String: Setting]
    package let expected: Located<Outcome>
    /// All others are expected to hold, or not to apply.
    package let requirements: [Expectation]
}

extension TestSyntax {
    /// - Throws: ``Diagnostics`` with all that is wrong but for the facts, which are for whoever knows them.
    package static func parse(_ root: Node) throws(Diagnostics) -> TestSyntax {
        let parser = TestParser()
        let tests = parser.tests(root)
        if let found = parser.problems.found { throw found }
        // Closed, should the parser ever give up without saying why.
        guard let tests else { throw Diagnostics(.testsNothing(at: root.location)) }
        return tests
    }
}

extension Node {
    /// This, with another laid over it: mapping over mapping key by key, and all else in its place.
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
