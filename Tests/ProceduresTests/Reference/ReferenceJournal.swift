/// The events of each procedure, by its number: those of observers, checks and questions.
struct ReferenceJournal {
    private(set) var lines: [Int: [String]] = [:]

    /// - Returns: The number of times that this has happened now.
    @discardableResult
    mutating func note(_ plan: Plan, _ line: String) -> Int {
        lines[plan.number, default: ["didAttach"]].append(line)
        return lines[plan.number, default: []].count { $0 == line }
    }

    mutating func add(_ parts: [Plan], to owner: Plan?) {
        guard let owner else { return }
        for part in parts { note(owner, "willAdd \(part.number)") }
        for part in parts { note(owner, "didAdd \(part.number)") }
    }

    mutating func end(_ plan: Plan, _ end: PlannedEnd) {
        if end.word == "cancelled" { note(plan, "didCancel") }
        if end.word == "refused" { note(plan, "didRefuse") }
        note(plan, "willFinish \(end.text)")
        note(plan, "didFinish \(end.text)")
    }
}
