import Capabilities
package import Policies

extension PolicyReport.Finding {
    /// The name of the requirement in a test: its id, or else the name in reports.
    package var name: String { id ?? (rule == .forbid ? "forbid \(part.title)" : part.title) }
}

extension PolicyReport {
    /// The names of the requirements that fail because a file is missing.
    package var missing: [String] {
        zip(requirementNames, findings).filter { _, finding in
            finding.outcome == .fails && finding.decidingCode == ReasonCode.missing.rawValue
        }.map(\.0)
    }

    /// The unique name of each requirement in a test.
    ///
    /// Several requirements without an id may have the same name. Then their subject is added. If that is equal too, a
    /// number is added with which no other requirement has the name.
    package var requirementNames: [String] {
        let plain = findings.map(\.name)
        let withSubjects = told(plain) { index, name in
            findings[index].subject.map { "\(name) as \($0)" } ?? name
        }
        let taken = Set(withSubjects)
        var counts: [String: Int] = [:]
        return told(withSubjects) { _, name in
            var numbered: String
            repeat {
                counts[name, default: 0] += 1
                numbered = "\(name) (\(counts[name, default: 0]))"
            } while taken.contains(numbered)
            return numbered
        }
    }

    /// Makes the names of requirements distinct that have no id and share a name with another.
    private func told(_ names: [String], _ apart: (Int, String) -> String) -> [String] {
        let uses = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return names.enumerated().map { index, name in
            guard findings[index].id == nil, uses[name, default: 0] > 1 else { return name }
            return apart(index, name)
        }
    }
}
