import PolicyAuthoring
import PolicyLanguage

extension LintReport {
    /// Returns the output of `warrant lint --format sarif`.
    func sarif() throws -> String {
        let rules = Linter.linux.rules.map { SARIF.Rule($0) }
        let indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return try encoded(
            SARIF(
                rules: rules,
                exit: status,
                problems: files.compactMap { file in file.problem.map { (file.path, $0) } },
                results: files.flatMap { file in
                    file.findings.map { SARIF.Result($0, indices[$0.diagnostic.id]) }
                }
            )
        )
    }
}

extension SARIF.Rule {
    fileprivate init(_ rule: any LintRule) {
        let type = type(of: rule)
        self.init(type.id, type.summary, level: type.severity.rawValue)
    }
}

extension SARIF.Result {
    fileprivate init(_ finding: LintFinding, _ index: Int?) {
        let diagnostic = finding.diagnostic
        let advice = diagnostic.help.map { "; \($0)" } ?? ""
        let artifact = SARIF.Artifact(path: diagnostic.location.file)
        self.init(
            diagnostic.id,
            index: index,
            level: finding.severity.rawValue,
            at: diagnostic.location,
            "\(diagnostic.problem)\(advice)",
            fixes: finding.fix.isEmpty ? nil : [SARIF.Fix(finding.fix, artifact)]
        )
    }
}

extension SARIF.Fix {
    fileprivate init(_ edits: [TextEdit], _ artifact: SARIF.Artifact) {
        let replacements = edits.map { edit in
            Replacement(
                deletedRegion: SARIF.Region(
                    byteOffset: edit.range.lowerBound,
                    byteLength: edit.range.count
                ),
                insertedContent: SARIF.Message(
                    text: String(decoding: edit.replacement, as: UTF8.self)
                )
            )
        }
        self.init(artifactChanges: [
            Change(artifactLocation: artifact, replacements: replacements)
        ])
    }
}
