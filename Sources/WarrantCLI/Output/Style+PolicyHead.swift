import PolicyLanguage
import Text

extension Style {
    /// Returns the first lines about a policy: its name, its summary and its subject.
    func head(of name: String, _ summary: String, about subject: String?) -> String {
        let whom = subject.map { "   (\($0))" } ?? ""
        let rest = "\(summary)\(whom)".onOneLine
        let name = name.onOneLine
        guard name.width + 2 + rest.width > columns else {
            return rest.isEmpty ? bold(name) : "\(bold(name))  \(rest)"
        }
        return ([bold(name)] + rest.wrapped(to: columns - 2).map { "  \($0)" })
            .joined(separator: "\n")
    }
}
