import Text

/// A text that is no name of a unit. systemd is not asked about it.
package struct InvalidUnitName: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        case empty, tooLong, slash, noType, noPrefix, character
        /// A template is not a unit. Only its instances have a state.
        case template
    }

    package let text: String
    package let problem: Problem

    package init(_ text: String, _ problem: Problem) {
        self.text = text
        self.problem = problem
    }
}

extension InvalidUnitName: CustomStringConvertible {
    /// The problem and its remedy: `` `nginx` does not end in a unit type; write `nginx.service` ``.
    package var description: String {
        switch problem {
        case .empty:
            "a unit name is empty; write one such as `nginx.service`"
        case .tooLong:
            "a unit name has \(text.utf8.count) bytes; systemd allows 255"
        case .slash:
            "`\(escaped)` has a slash, and unit names have none; "
                + slashRemedy
        case .noType:
            "`\(escaped)` does not end in a unit type; \(typeRemedy)"
        case .noPrefix:
            "`\(escaped)` has no name before its type; write one such as `nginx.service`"
        case .character:
            "a unit name has a character that is not allowed; escaped, it is `\(escaped)`"
        case .template:
            "`\(escaped)` is a template; name an instance of it, such as `\(instance)`"
        }
    }

    /// The name as systemd-escape(1) would write its characters. This form is safe on a terminal too.
    private var escaped: String {
        text.utf8.map { byte in
            UnitName.isAllowed(byte) || byte == UInt8(ascii: "/")
                ? String(UnicodeScalar(byte)) : "\\x" + hexadecimal(byte)
        }.joined()
    }

    private var slashRemedy: String {
        let last = text.split(separator: "/").last.map(String.init) ?? ""
        guard let unit = try? UnitName(last) else {
            return "a mount unit is named by `systemd-escape --path --suffix=mount`"
        }
        return "write `\(unit.text)`, without its directory"
    }

    private var typeRemedy: String {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return "write `\(escaped).service`"
        }
        if let type = nearest(to: String(text[dot...].dropFirst()), among: UnitName.types) {
            let name = InvalidUnitName(String(text[..<dot]), .noType).escaped
            return "did you mean `\(name).\(type)`?"
        }
        return "it can be \(UnitName.types.dropLast().joined(separator: ", ")) or scope"
    }

    private var instance: String {
        escaped.split(separator: "@", maxSplits: 1).joined(separator: "@1")
    }
}
