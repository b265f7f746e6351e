extension String {
    /// Whether it is one word of a line that needs no quotes, and has no `:`, which parts a user from a group.
    var fitsInLine: Bool { !isEmpty && unicodeScalars.allSatisfy(\.fitsInLine) }
}

extension Unicode.Scalar {
    fileprivate var fitsInLine: Bool {
        guard !isASCII else { return (0x21...0x7E).contains(value) && self != ":" }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
