import PolicyLanguage
import Text

/// The part of SARIF 2.1.0 for findings, their places and their repairs.
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
        /// Columns count characters, regardless of their width.
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

    /// A policy that could not be read or written.
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

    /// A place in a text, or a range of its bytes.
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

extension SARIF {
    /// Makes a log of one run.
    ///
    /// - Parameter problems: The files that could not be read or written, each with the reason.
    init(
        rules: [Rule],
        exit status: ExitStatus,
        problems: [(path: String, problem: String)],
        results: [Result]
    ) {
        runs = [
            Run(
                tool: Tool(
                    driver: Tool.Driver(semanticVersion: ProgramVersion.current, rules: rules)
                ),
                invocations: [
                    Invocation(
                        // A policy that is wrong was not judged (3.20.14).
                        executionSuccessful: [.holds, .fails, .undetermined].contains(status),
                        exitCode: status.rawValue,
                        toolExecutionNotifications: problems.map { Notification($0, $1) }
                    )
                ],
                results: results
            )
        ]
    }
}

extension SARIF.Rule {
    init(_ id: String, _ summary: String, level: String) {
        self.init(
            id: id,
            shortDescription: SARIF.Message(text: summary),
            defaultConfiguration: Configuration(level: level)
        )
    }
}

extension SARIF.Notification {
    fileprivate init(_ path: String, _ problem: String) {
        let artifact = SARIF.Artifact(path: path)
        let place = SARIF.Location.Physical(artifactLocation: artifact, region: nil)
        self.init(
            message: SARIF.Message(text: problem.onOneLine),
            locations: [SARIF.Location(physicalLocation: place)]
        )
    }
}

extension SARIF.Result {
    /// - Parameter index: The index of the rule among the rules of the log; nil if the log does not list it.
    init(
        _ rule: String,
        index: Int?,
        level: String,
        at place: SourceLocation,
        _ message: String,
        fixes: [SARIF.Fix]? = nil
    ) {
        let region = SARIF.Region(startLine: place.line, startColumn: place.column)
        let artifact = SARIF.Artifact(path: place.file)
        let physical = SARIF.Location.Physical(artifactLocation: artifact, region: region)
        self.init(
            ruleId: rule,
            ruleIndex: index,
            level: level,
            message: SARIF.Message(text: message.onOneLine),
            locations: [SARIF.Location(physicalLocation: physical)],
            fixes: fixes
        )
    }
}

extension SARIF.Artifact {
    /// Makes a URI reference of RFC 3986, relative if the path is. The path may contain any bytes.
    init(path: String) {
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
