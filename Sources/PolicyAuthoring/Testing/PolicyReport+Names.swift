package import Policies

extension PolicyReport.Finding {
    /// By which a test names it: its id, or else what reports call it.
    package var name: String { id ?? (rule == .forbid ? "forbid \(part.title)" : part.title) }
}

extension PolicyReport {
    /// By which a test names each requirement, and no other.
    ///
    /// Several without an id may be called the same: then with whom they ask about, and where that is the same
    /// too, with their number among those.
    package var requirementNames: [String] {
        let plain = findings.map(\.name)
        let withSubjects = told(plain) { index, name in
            findings[index].subject.map { "\(name) as \($0)" } ?? name
        }
        var counts: [String: Int] = [:]
        return told(withSubjects) { _, name in
            counts[name, default: 0] += 1
            return "\(name) (\(counts[name, default: 0]))"
        }
    }

    /// Tells those apart that have no id, and the name of another one.
    private func told(_ names: [String], _ apart: (Int, String) -> String) -> [String] {
        let uses = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return names.enumerated().map { index, name in
            guard findings[index].id == nil, uses[name, default: 0] > 1 else { return name }
            return apart(index, name)
        }
    }
}
