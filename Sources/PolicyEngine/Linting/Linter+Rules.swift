extension Linter {
    /// The rules that need to know nothing but the language.
    static var languageRules: [any LintRule] {
        [
            MissingSummary(), UnusedParameter(), MissingBecause(), OnlyAdvice(), OnlyConditional(),
            DuplicateRequirement(), OppositeParts(), IdleCondition(), SinglePart(),
            NestedGroup(), DoubleNegation(), ForbiddenNegation(), NestedSeverity(), LongerLimit(),
            RedundantSubject(), InvalidAllow(), UnneededAllow(),
        ]
    }
}
