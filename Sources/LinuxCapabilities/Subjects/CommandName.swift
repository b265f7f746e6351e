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
        let kinds = ServiceCommand.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        return
            "has no command `\(text.onOneLine)`; name one of \(kinds), with `:2` for the second line"
    }
}
