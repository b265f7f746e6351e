import ServiceModel
import Text

/// The name of a command of a service: `ExecStartPre:2`, or `ExecStart` for the first one.
struct CommandName: Hashable {
    let kind: ServiceCommand.Kind
    let number: Int

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let kind = ServiceCommand.Kind(rawValue: String(parts[0])) else {
            return nil
        }
        guard parts.count == 2 else {
            (self.kind, number) = (kind, 1)
            return
        }
        guard let number = SubjectNumber(String(parts[1]))?.id, number > 0 else { return nil }
        (self.kind, self.number) = (kind, Int(number))
    }

    static let start = Self(.start, 1)

    private init(_ kind: ServiceCommand.Kind, _ number: Int) {
        (self.kind, self.number) = (kind, number)
    }

    /// Returns what is wrong with a name, as the end of a sentence; nil for a valid one.
    static func problem(of text: String) -> String? {
        guard Self(text) == nil else { return nil }
        let kinds = ServiceCommand.Kind.allCases.map(\.rawValue)
        let kind = text.prefix { $0 != ":" }
        let likely = nearest(to: String(kind), among: kinds).flatMap { name in
            name == kind
                ? nil : "did you mean `\(name)\(String(text[kind.endIndex...]).onOneLine)`?"
        }
        let help =
            likely
            ?? "name one of \(kinds.joined(separator: ", ")), with `:2` for the second line"
        return "has no command `\(text.onOneLine)`; \(help)"
    }
}
