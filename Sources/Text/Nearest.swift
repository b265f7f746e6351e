/// Returns the known word that was likely meant, or nil if none is near.
///
/// If the text has three letters or more, the shortest word that begins with it is taken. Otherwise one letter in three
/// may be wrong. Two swapped neighbours count as one error, and case is ignored. Of equally near words the first is
/// taken. If no word is near, the longest word is taken that stands before a sign at the beginning of the text.
package func nearest(to text: String, among known: [String]) -> String? {
    // No word is that long, and the time taken must not grow with the text.
    guard text.utf8.count <= 64 else { return nil }
    let slip = Array(text.lowercased().utf8)
    let longer = known.filter {
        slip.count >= 3 && $0.utf8.count <= 128 && $0.lowercased().utf8.starts(with: slip)
    }
    if let shortest = longer.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
    var best: (word: String, distance: Int)?
    // The known words may come from the policy, so their number and length are bounded only by the file.
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

/// Returns whether a text consists of a word and a sign after it, such as `net_raw+ep`.
private func isBegun(_ slip: [UInt8], by word: String) -> Bool {
    guard word.utf8.count >= 4, slip.count > word.utf8.count else { return false }
    let next = Character(Unicode.Scalar(slip[word.utf8.count]))
    return slip.starts(with: word.lowercased().utf8) && !next.isLetter && !next.isNumber
        && !"_-".contains(next)
}

/// Returns the known words that are nearest to a text, the nearest first.
package func nearest(_ count: Int, to text: String, among known: [String]) -> [String] {
    // A longer text is near no word, and the time taken must not grow with it.
    let letters = Array(text.lowercased().utf8.prefix(64))
    let distances = known.enumerated().map { (editDistance(letters, Array($1.utf8)), $0) }
    return distances.sorted { $0 < $1 }.prefix(count).map { known[$0.1] }
}

/// Returns the number of insertions, deletions, changes and swaps of neighbours ("optimal string alignment").
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
