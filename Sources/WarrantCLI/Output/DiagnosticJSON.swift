import PolicyLanguage

/// A diagnostic as docs/report.schema.json has it.
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
