/// A uid or a gid written as a number: digits and nothing else, where Swift would take `-0` too.
struct SubjectNumber {
    let id: UInt32

    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let id = UInt32(text), id != .max
        else { return nil }
        self.id = id
    }
}

extension Subject {
    /// What is wrong with a question about this subject, whoever exists here, and the remedy; nil where
    /// nothing is. It reads on after the subject.
    package var problem: String? {
        guard case .user(let user, let groups, _) = self else { return nil }
        if let problem = Self.problem(of: user, "user") { return problem }
        guard let groups else { return nil }
        guard !groups.isEmpty else {
            return "has no group; name one, or none for those it has here"
        }
        return groups.lazy.compactMap { Self.problem(of: $0, "group") }.first
    }

    private static func problem(of name: String, _ kind: String) -> String? {
        if name.isEmpty { return "names an empty \(kind); give a name or a number" }
        let isStrange = name.unicodeScalars.contains { $0.value < 0x20 || $0 == ":" || $0 == "," }
        if isStrange || name.hasPrefix("-") || name.hasPrefix("+") {
            return "names `\(name)`, which no \(kind) can be called; give a name or a number"
        }
        let isNumber = name.utf8.allSatisfy { (48...57).contains($0) }
        guard isNumber, SubjectNumber(name) == nil else { return nil }
        return "names \(kind) \(name), which nobody can be; numbers end at 4294967294"
    }
}
