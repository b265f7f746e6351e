extension Diagnostic {
    /// Of a policy where a test is read.
    static func testsNothing(at place: SourceLocation) -> Self {
        Self(
            "tests-nothing",
            at: place,
            "the test has no case",
            help: "list at least one under `cases`"
        )
    }

    static func policyWithoutTest(at place: SourceLocation) -> Self {
        Self(
            "no-test",
            at: place,
            "this is a policy, and beside it is no test of its name",
            help: "name the test, or write one with `.test` before `.yaml`"
        )
    }

    static func duplicateCase(_ name: Located<String>, first: SourceLocation) -> Self {
        Self(
            "duplicate-case",
            at: name.location,
            "the case \(name.value.quoted) is given twice, "
                + "first at line \(first.line), column \(first.column)",
            help: "choose another name"
        )
    }

    static func invalidExpectation(_ text: Located<String>) -> Self {
        let known = TestCaseSyntax.Outcome.allCases.map(\.rawValue)
        return Self(
            "invalid-expectation",
            at: text.location,
            "\(text.value.quoted) is not what a requirement can be expected to do",
            help: "write \(listed(known, "or")), and after it the code of the deciding reason"
        )
    }

    /// - Parameter known: What the requirements of the policy are called.
    package static func unknownRequirement(_ name: Located<String>, known: [String]) -> Self {
        Self(
            "unknown-requirement",
            at: name.location,
            "the policy has no requirement \(name.value.quoted)",
            help: advice(for: name.value, among: known)
        )
    }
}
