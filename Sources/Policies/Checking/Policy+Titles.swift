import Capabilities
package import PolicyLanguage

extension Policy.Part {
    /// The question, as a report words it.
    package var title: String {
        switch kind {
        case .question(let capability): capability.name
        case .all: id.map { "\($0): all of these" } ?? "all of these"
        case .any: id.map { "\($0): any of these" } ?? "any of these"
        case .not(let part): "not \(part.title)"
        }
    }
}

extension PolicyReport.PartFinding {
    /// The question and its subject: `read /etc/shadow as user nobody`.
    package var heading: String {
        let title = kind == .not ? parts.first.map { "not \($0.heading)" } ?? title : title
        return subject.map { "\(title) as \($0)" } ?? title
    }
}

extension PolicyReport.Finding {
    /// The question, its subject and its rule: `forbid read /etc/shadow as user nobody`.
    package var heading: String { rule == .forbid ? "forbid \(part.heading)" : part.heading }
}

extension Policy.Part.Kind {
    package var kind: PolicyReport.PartFinding.Kind {
        switch self {
        case .question: .question
        case .all: .all
        case .any: .any
        case .not: .not
        }
    }
}

extension SubjectSyntax {
    /// The subject as reports name it, with the kernel capabilities that it is given.
    package var spelled: String {
        switch kind {
        case .unit(let name, let isRestarted, let command):
            let start = "\(command.map { "\($0.value), " } ?? "")as systemd would start it"
            return "unit \(name.value)" + (isRestarted ? " (\(start))" : "")
        case .container(let name): return "container \(name.value)"
        case .process(let pid): return "process \(pid.value)"
        case .user(let user):
            let groups = user.groups.map { ":" + $0.map(\.value).joined(separator: ",") } ?? ""
            guard let held = user.capabilities else { return "user \(user.name.value)\(groups)" }
            let names = held.isEmpty ? "nothing" : held.map(\.value).joined(separator: ",")
            return "user \(user.name.value)\(groups) with \(names)"
        }
    }
}
