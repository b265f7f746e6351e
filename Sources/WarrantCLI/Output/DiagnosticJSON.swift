import PolicyLanguage

/// A diagnostic in the form of docs/report.schema.json.
struct DiagnosticJSON: Encodable {
    let id: String
    let place: SourceLocation
    let problem: String
    let help: String?

    init(_ diagnostic: Diagnostic) {
        id = diagnostic.id
        place = diagnostic.location
        problem = diagnostic.problem
        help = diagnostic.help
    }
}
