extension String {
    /// As a shell takes it for one word.
    ///
    /// What a terminal would not show, a report would escape: it is written as POSIX.1-2024 has it.
    var shellQuoted: String {
        if !isEmpty, utf8.allSatisfy({ Self.plain.contains($0) }) { return self }
        guard unicodeScalars.contains(where: \.isInvisible) else {
            return "'" + replacing("'", with: "'\\''") + "'"
        }
        return "$'" + unicodeScalars.map(\.inDollarQuotes).joined() + "'"
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%".utf8
    )
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var inDollarQuotes: String {
        guard isInvisible else { return self == "'" || self == "\\" ? "\\\(self)" : "\(self)" }
        return UTF8.encode(self)?.map { byte in
            let octal = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
        }.joined() ?? ""
    }
}
