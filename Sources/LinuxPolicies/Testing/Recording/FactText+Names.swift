extension String {
    /// Whether it is one word of a line that needs no quotes, and has no `:`, which parts a user from a group.
    var fitsInLine: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                guard !scalar.isASCII else { return (0x21...0x7E).contains(scalar.value) && scalar != ":" }
                return switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned: false
                case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }
}
