import Text

/// Returns ``did you mean `x`?`` if a known word is near, otherwise a list of the known words, cut to a readable
/// length.
package func advice(for text: String, among known: [String]) -> String {
    let likely = foreign[text.lowercased()].flatMap { known.contains($0) ? $0 : nil }
    if let likely = likely ?? nearest(to: text, among: known) {
        return "did you mean \(likely.quoted)?"
    }
    return switch known.count {
    case 0: "none is known"
    case 1: "the only one is \(known[0].quoted)"
    default: "use one of \(beginning(of: known))"
    }
}

/// Returns ``did you mean `x`?`` if a known word or a synonym is near, otherwise the three nearest words.
///
/// - Parameter list: The page that lists all words: `warrant-policy(5)`.
package func advice(
    for text: String,
    among known: [String],
    synonyms: [String: String] = [:],
    listedIn list: String
) -> String {
    let synonym = synonyms[text.lowercased()].flatMap { known.contains($0) ? $0 : nil }
    if let likely = synonym ?? nearest(to: text, among: known) {
        return "did you mean \(likely.quoted)?"
    }
    return "the nearest are \(listed(nearest(3, to: text, among: known))); \(list) lists all"
}

/// The names that other tools use for keys and values of this language.
private let foreign = [
    "allow": "require", "deny": "forbid", "must-not": "forbid", "prohibit": "forbid",
    "user": "subject", "as": "subject", "description": "summary", "title": "name",
    "variables": "parameters", "vars": "parameters", "import": "include",
    "reason": "because", "why": "because", "timeout": "within", "if": "when",
    "warning": "advice", "warn": "advice", "info": "advice", "error": "failure",
    "pass": "holds", "ok": "holds", "success": "holds", "fail": "fails", "unknown": "undetermined",
    "facts": "given", "host": "given", "tests": "cases",
]

private func beginning(of words: [String]) -> String {
    var text = ""
    for word in words {
        let next = text.isEmpty ? word : ", " + word
        guard text.utf8.count + next.utf8.count <= 500 else {
            return text.isEmpty ? "…" : text + ", …"
        }
        text += next
    }
    return text
}
