import Capabilities

extension Policy.Part {
    /// What is asked, as a report says it.
    var title: String {
        switch kind {
        case .question(let capability): capability.name
        case .all: id.map { "\($0): all of these" } ?? "all of these"
        case .any: id.map { "\($0): any of these" } ?? "any of these"
        case .not(let part): "not \(part.title)"
        }
    }
}

extension PolicyReport.PartFinding {
    /// What was asked, and about whom: `read /etc/shadow as user nobody`.
    package var heading: String {
        let title = kind == .not ? parts.first.map { "not \($0.heading)" } ?? title : title
        return subject.map { "\(title) as \($0)" } ?? title
    }
}

extension PolicyReport.Finding {
    /// What was asked, about whom, and whether it must be denied: `forbid read /etc/shadow as user nobody`.
    package var heading: String { rule == .forbid ? "forbid \(part.heading)" : part.heading }
}

extension Policy.Part.Kind {
    var kind: PolicyReport.PartFinding.Kind {
        switch self {
        case .question: .question
        case .all: .all
        case .any: .any
        case .not: .not
        }
    }
}

extension Duration {
    /// `500 ms`, `5 s`, `1.5 s`: a number with its unit.
    package var spelled: String {
        let milliseconds =
            components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(seconds) s" : "\(Double(milliseconds) / 1000) s"
    }
}
