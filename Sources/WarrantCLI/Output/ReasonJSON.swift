import Capabilities
import PolicyLanguage
import Procedures

// The shapes of docs/report.schema.json. A field is never renamed or removed within a version.

struct ReasonJSON: Encodable {
    let code: String
    let object: String
    let message: String
    let cause: String
    let evidence: [EvidenceJSON]
    let remedies: [RemedyJSON]
    let basis: String?

    init(_ reason: Reason) {
        code = reason.code.rawValue
        object = reason.object
        message = reason.message
        cause = reason.cause.rawValue
        evidence = reason.evidence.map(EvidenceJSON.init)
        remedies = reason.remedies.map(RemedyJSON.init)
        basis = reason.basis?.rawValue
    }
}

struct AssumptionJSON: Encodable {
    let code: String
    let clause: String
}

extension [Assumption] {
    /// Nil where nothing is assumed: the field is then absent.
    var json: [AssumptionJSON]? {
        isEmpty ? nil : map { AssumptionJSON(code: $0.code.rawValue, clause: $0.clause) }
    }
}

struct EvidenceJSON: Encodable {
    let object: String
    let facts: String
    let question: String
    let finding: String
    let holds: Bool?

    init(_ evidence: Evidence) {
        object = evidence.object
        facts = evidence.facts
        question = evidence.question
        finding = evidence.finding
        holds = evidence.holds
    }
}

struct RemedyJSON: Encodable {
    let change: String
    let note: String

    init(_ remedy: Remedy) {
        change = remedy.change
        note = remedy.note
    }
}

struct PlaceJSON: Encodable {
    let file: String
    let line: Int
    let column: Int

    init(_ location: SourceLocation) {
        file = location.file
        line = location.line
        column = location.column
    }
}

struct DiagnosticJSON: Encodable {
    let id: String
    let place: PlaceJSON
    let problem: String
    let help: String?

    init(_ diagnostic: Diagnostic) {
        id = diagnostic.id
        place = PlaceJSON(diagnostic.location)
        problem = diagnostic.problem
        help = diagnostic.help
    }
}

extension Verdict {
    var word: String {
        switch self {
        case .authorized: "authorized"
        case .denied: "denied"
        case .undetermined: "undetermined"
        }
    }
}
