/// The known word that was likely meant, or nil when none is near.
///
/// A word that begins with the text was meant if the text has three letters or more: the shortest such word. Otherwise
/// one letter in three may be wrong, and two swapped neighbours count as one; the case of letters does not count. Of
/// equally near words the first is taken. If none is near, the longest word was meant that stands
/// before a sign at the beginning of the text.
package func nearest(to text: String, among known: [String]) -> String? {
    // No word is that long; and the time taken must not grow with the text.
    guard text.utf8.count <= 64 else { return nil }
    let slip = Array(text.lowercased().utf8)
    let longer = known.filter {
        slip.count >= 3 && $0.utf8.count <= 128 && $0.lowercased().utf8.starts(with: slip)
    }
    if let shortest = longer.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
    var best: (word: String, distance: Int)?
    // The known may be the reader's own, and as many and as long as a file can hold.
    for word in known where word.utf8.count <= 128 {
        let letters = Array(word.lowercased().utf8)
        let most = max(1, min(slip.count, letters.count) / 3)
        guard abs(slip.count - letters.count) <= most else { continue }
        let distance = editDistance(slip, letters)
        guard distance <= most else { continue }
        if distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
        ?? known.filter { isBegun(slip, by: $0) }.max { $0.utf8.count < $1.utf8.count }
}

/// Whether a text is a word and a sign behind it: `net_raw+ep`.
private func isBegun(_ slip: [UInt8], by word: String) -> Bool {
    guard word.utf8.count >= 4, slip.count > word.utf8.count else { return false }
    let next = Character(Unicode.Scalar(slip[word.utf8.count]))
    return slip.starts(with: word.lowercased().utf8) && !next.isLetter && !next.isNumber
        && !"_-".contains(next)
}

/// ``did you mean `x`?`` where one of the known words is near, else all of them, or as many as one reads.
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

/// ``did you mean `x`?`` where one of the known words is near or is what others call so, else the three nearest.
///
/// - Parameter list: Where all are told: `warrant-policy(5)`.
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
    return "the nearest are \(listed(threeNearest(to: text, among: known))); \(list) lists all"
}

/// Keys and values of this language, by the names that other tools have for them.
private let foreign = [
    "allow": "require", "deny": "forbid", "must-not": "forbid", "prohibit": "forbid",
    "user": "subject", "as": "subject", "description": "summary", "title": "name",
    "variables": "parameters", "vars": "parameters", "import": "include",
    "reason": "because", "why": "because", "timeout": "within", "if": "when",
    "warning": "advice", "warn": "advice", "info": "advice", "error": "failure",
    "pass": "holds", "ok": "holds", "success": "holds", "fail": "fails", "unknown": "undetermined",
    "facts": "given", "host": "given", "tests": "cases",
]

private func threeNearest(to text: String, among known: [String]) -> [String] {
    // What is longer is near nothing, and the time taken must not grow with it.
    let letters = Array(text.lowercased().utf8.prefix(64))
    let distances = known.enumerated().map { (editDistance(letters, Array($1.utf8)), $0) }
    return distances.sorted { $0 < $1 }.prefix(3).map { known[$0.1] }
}

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

/// Insertions, deletions, changes and swaps of neighbours ("optimal string alignment").
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                cost = min(cost, beforeLast[j - 1] + 1)
            }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
