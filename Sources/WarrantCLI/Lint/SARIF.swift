import LinuxPolicies
import PolicyEngine
import PolicyLanguage

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
