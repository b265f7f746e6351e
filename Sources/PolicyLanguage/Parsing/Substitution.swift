/// Fills in parameters: `${name}` becomes the parameter's value, and `$${` becomes a plain `${`.
///
/// Substitution works on the texts of a finished tree and never reads a value again. A value therefore cannot add a key
/// or a requirement.
struct Substitution {
    /// The value of each parameter, or nil for one without a value, which is already reported.
    var values: [String: Located<String>?] = [:]
    /// The names of all parameters, in the order in which messages list them.
    var names: [String] = []
    private let allowance: Allowance

    init(within allowance: Allowance) { self.allowance = allowance }

    /// - Returns: nil if a parameter has no value.
    /// - Throws: A ``Diagnostic`` for an unknown parameter or a `${` that does not end, or if all values filled in
    ///   together exceed ``Limits/bytes``.
    func fill(_ text: Located<String>) throws(Diagnostic) -> Located<String>? {
        guard text.value.utf8.contains(UInt8(ascii: "$")) else { return text }
        var (result, isOpen) = ("", false)
        // The search reads bytes: a combining mark after a brace must not hide it.
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
