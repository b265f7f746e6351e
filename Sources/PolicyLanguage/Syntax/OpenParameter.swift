extension String {
    /// Whether a parameter stands in it that was left open, see ``ParameterSources/Environment/unknown``.
    package var isOpen: Bool {
        utf8.contains(UInt8(ascii: "$"))
            && utf8.indices.contains { utf8[$0...].starts(with: "${".utf8) }
    }
}

extension ParameterSyntax {
    /// Whether it has no value and was left open.
    package var isOpen: Bool { defaultValue == nil && value == "${\(name.value)}" }
}
