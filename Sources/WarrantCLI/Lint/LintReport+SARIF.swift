import ArgumentParser
import LinuxPolicies
import PolicyEngine
import PolicyLanguage
import Text

extension LintReport {
    func sarif() throws -> String {
        let rules = Linter.linux.rules.map { SARIF.Rule($0) }
        let indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let run = SARIF.Run(
            tool: SARIF.Tool(
                driver: SARIF.Tool.Driver(
                    semanticVersion: WarrantProgram.configuration.version,
                    rules: rules
                )
            ),
            invocations: [
                SARIF.Invocation(
                    executionSuccessful: !files.contains { $0.problem != nil },
                    exitCode: status.rawValue,
                    toolExecutionNotifications: files.compactMap(\.notification)
                )
            ],
            results: files.flatMap { file in
                file.findings.map { SARIF.Result($0, indices[$0.diagnostic.id]) }
            }
        )
        return try encoded(SARIF(runs: [run]))
    }
}

extension LintReport.File {
    fileprivate var notification: SARIF.Notification? {
        problem.map { problem in
            let artifact = SARIF.Artifact(path: path)
            let place = SARIF.Location.Physical(artifactLocation: artifact, region: nil)
            return SARIF.Notification(
                message: SARIF.Message(text: problem.onOneLine),
                locations: [SARIF.Location(physicalLocation: place)]
            )
        }
    }
}

extension SARIF.Rule {
    fileprivate init(_ rule: any LintRule) {
        let type = type(of: rule)
        self.init(
            id: type.id,
            shortDescription: SARIF.Message(text: type.summary),
            defaultConfiguration: Configuration(level: type.severity.rawValue)
        )
    }
}

extension SARIF.Result {
    fileprivate init(_ finding: LintFinding, _ index: Int?) {
        let diagnostic = finding.diagnostic
        let place = diagnostic.location
        let artifact = SARIF.Artifact(path: place.file)
        let region = SARIF.Region(startLine: place.line, startColumn: place.column)
        let physical = SARIF.Location.Physical(artifactLocation: artifact, region: region)
        let advice = diagnostic.help.map { "; \($0)" } ?? ""
        self.init(
            ruleId: diagnostic.id,
            ruleIndex: index,
            level: finding.severity.rawValue,
            message: SARIF.Message(text: "\(diagnostic.problem)\(advice)".onOneLine),
            locations: [SARIF.Location(physicalLocation: physical)],
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

extension SARIF.Artifact {
    /// As a reference of RFC 3986, relative where the path is: a name can hold anything.
    fileprivate init(path: String) {
        let digits = Array("0123456789ABCDEF".utf8)
        var uri: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.append(byte)
            default:
                uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        self.init(uri: String(decoding: uri, as: UTF8.self))
    }
}
