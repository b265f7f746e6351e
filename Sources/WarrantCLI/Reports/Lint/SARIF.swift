import ArgumentParser
import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// `warrant lint --format sarif`: the part of SARIF 2.1.0 that says what was found, where, and how to
/// repair it.
///
/// - SeeAlso: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
struct SARIF: Encodable {
    let version = "2.1.0"
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let runs: [Run]

    enum CodingKeys: String, CodingKey {
        case version, runs
        case schema = "$schema"
    }

    struct Run: Encodable {
        let tool: Tool
        let invocations: [Invocation]
        let results: [Result]
        /// Columns are counted in characters, of whatever width.
        let columnKind = "unicodeCodePoints"
    }

    struct Tool: Encodable {
        let driver: Driver

        struct Driver: Encodable {
            let name = "warrant"
            let semanticVersion: String
            let rules: [Rule]
        }
    }

    struct Rule: Encodable {
        let id: String
        let shortDescription: Message
        let defaultConfiguration: Configuration

        struct Configuration: Encodable { let level: String }
    }

    struct Invocation: Encodable {
        let executionSuccessful: Bool
        let exitCode: Int32
        let toolExecutionNotifications: [Notification]
    }

    /// A policy that could not be read, or written.
    struct Notification: Encodable {
        let level = "error"
        let message: Message
        let locations: [Location]
    }

    struct Result: Encodable {
        let ruleId: String
        let ruleIndex: Int?
        let level: String
        let message: Message
        let locations: [Location]
        let fixes: [Fix]?
    }

    struct Message: Encodable { let text: String }
}

extension SARIF {
    struct Location: Encodable {
        let physicalLocation: Physical

        struct Physical: Encodable {
            let artifactLocation: Artifact
            let region: Region?
        }
    }

    struct Artifact: Encodable { let uri: String }

    /// A place in a text, or some of its bytes.
    struct Region: Encodable {
        var startLine: Int?
        var startColumn: Int?
        var byteOffset: Int?
        var byteLength: Int?
    }

    struct Fix: Encodable {
        let artifactChanges: [Change]

        struct Change: Encodable {
            let artifactLocation: Artifact
            let replacements: [Replacement]
        }

        struct Replacement: Encodable {
            let deletedRegion: Region
            let insertedContent: Message
        }
    }
}

extension LintReport {
    func sarif() throws -> String {
        let rules = Linter.linux.rules.map { SARIF.Rule($0) }
        let indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let run = SARIF.Run(
            tool: SARIF.Tool(
                driver: SARIF.Tool.Driver(
                    semanticVersion: ProgramVersion.current,
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
