/// Fills in parameters: `${name}` becomes the parameter's value, `$${` a plain `${`.
///
/// It works on texts of a tree that is already built, and a value is never looked at again, so
/// that no value can add a key or a requirement.
struct Substitution {
    /// The value of each parameter; nil for one that has none, which was reported already.
    var values: [String: Located<String>?] = [:]
    /// Of all parameters, in the order in which messages name them.
    var names: [String] = []
    private let allowance: Allowance

    init(within allowance: Allowance) { self.allowance = allowance }

    /// - Returns: nil when a parameter has no value.
    /// - Throws: a ``Diagnostic`` for an unknown parameter, a `${` that does not end, or when the
    ///   values filled in grow past ``Limits/bytes`` together.
    func fill(_ text: Located<String>) throws(Diagnostic) -> Located<String>? {
        guard text.value.utf8.contains(UInt8(ascii: "$")) else { return text }
        var (result, isOpen) = ("", false)
        // As bytes: a combining mark after a brace must not hide it.
        var rest = text.value.utf8[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            result += Substring(rest[..<dollar])
            rest = rest[dollar...]
            if rest.starts(with: "$${".utf8) {
                result += "${"
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "${".utf8) {
                guard let value = try takeReference(&rest, at: text.location) else { return nil }
                result += value.value
                isOpen = isOpen || value.isOpen
            } else {
                result += "$"
                rest = rest.dropFirst()
            }
        }
        return Located(result + Substring(rest), at: text.location, isOpen: isOpen)
    }

    private func takeReference(
        _ rest: inout Substring.UTF8View,
        at place: SourceLocation
    ) throws(Diagnostic) -> Located<String>? {
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
            throw .endlessSubstitution(at: place)
        }
        let name = String(Substring(rest[..<end].dropFirst(2)))
        guard let known = values[name] else {
            throw .unknownParameter(name, at: place, known: names)
        }
        allowance.filledBytes -= known?.value.utf8.count ?? 0
        guard allowance.filledBytes >= 0 else { throw .textTooLarge(at: place) }
        rest = rest[rest.index(after: end)...]
        return known
    }
}
