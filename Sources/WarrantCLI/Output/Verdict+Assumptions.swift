import Capabilities
import LinuxCapabilities
import PolicyLanguage
import Procedures
import Text

extension Verdict {
    /// Returns the assumptions of an `authorized`, one paragraph each.
    ///
    /// - Parameter showsAll: True to show more than the label of a security module, which is always shown.
    func assumptions(_ style: Style, indent: Int, showsAll: Bool) -> [String] {
        isAuthorized ? assumes.lines(style, indent: indent, showsAll: showsAll) : []
    }
}

extension [Assumption] {
    func lines(_ style: Style, indent: Int, showsAll: Bool) -> [String] {
        let start = String(repeating: " ", count: indent)
        return filter { showsAll || $0.code == KnownAssumption.securityLabel.code }.flatMap {
            "assumes that \($0.clause)".onOneLine.wrapped(to: style.columns - indent)
                .map { start + style.faint($0) }
        }
    }
}
