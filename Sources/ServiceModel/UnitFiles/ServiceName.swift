/// The name of a service, with the values of the specifiers that it decides; see systemd.unit(5), "Specifiers".
package struct ServiceName: Hashable, Sendable {
    /// The reason why a specifier has no value here.
    enum Unresolved: Error {
        /// systemd fails too, and ignores the setting.
        case invalid
        /// Its value depends on the running system, or on the version of systemd.
        case unknown
    }

    /// For example `getty@tty1.service`.
    package let text: String
    /// The part before the `@` or the type: `getty`.
    package let prefix: String
    /// The part after the `@`: `tty1`; nil if there is no `@`.
    package let instance: String?

    /// - Returns: nil for a name that does not end in `.service`, and for a template.
    package init?(_ text: String) {
        guard text.utf8.count > Self.type.utf8.count, text.hasSuffix(Self.type) else { return nil }
        let whole = text.dropLast(Self.type.count)
        let at = whole.firstIndex(of: "@")
        prefix = String(whole[..<(at ?? whole.endIndex)])
        instance = at.map { String(whole[whole.index(after: $0)...]) }
        self.text = text
        if prefix.isEmpty || instance == "" { return nil }
    }

    private static let type = ".service"

    /// The name of the template of an instance: `getty@.service`.
    package var template: String? { instance.map { _ in "\(prefix)@\(Self.type)" } }

    /// The names whose drop-ins the service has: its own, that of its template, and for each `-` in its name the part
    /// up to it. For `a-b.service` these are `a-b.service` and `a-.service`.
    ///
    /// - SeeAlso: `unit_file_find_dirs` in src/shared/dropin.c of systemd.
    package var dropInNames: [String] {
        var names: [String] = []
        Self.addNames(prefix, instance, to: &names)
        return names
    }

    /// - Parameter instance: Empty for a template.
    private static func addNames(_ prefix: String, _ instance: String?, to names: inout [String]) {
        let name = prefix + (instance.map { "@\($0)" } ?? "") + type
        // The names after this one were added with it.
        guard !names.contains(name) else { return }
        names.append(name)
        if let instance, !instance.isEmpty { addNames(prefix, "", to: &names) }
        var rest = prefix[...]
        // Of dashes at the end, one is skipped.
        if rest.last == "-" { rest.removeLast() }
        guard let dash = rest.lastIndex(of: "-"), dash != rest.startIndex else { return }
        let isInstance = instance?.isEmpty == false
        addNames(String(rest[...dash]), isInstance ? instance : nil, to: &names)
    }

    /// The name of the user that `DynamicUser=` takes if `User=` is not set.
    ///
    /// - Returns: nil if the name of the service cannot be a user's. systemd then makes one up, which starts with
    ///   `_du`.
    /// - SeeAlso: `user_from_unit_name` in src/core/unit.c of systemd.
    var user: String? {
        func isLetter(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        let isValid = prefix.utf8.allSatisfy { byte in
            isLetter(byte) || byte == UInt8(ascii: "-")
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        let isShort = prefix.utf8.count < 32
        return isValid && isShort && prefix.utf8.first.map(isLetter) == true ? prefix : nil
    }

    /// Replaces the specifiers of a text.
    ///
    /// - Parameter limit: The maximum number of bytes of the result.
    /// - SeeAlso: `specifier_printf` in src/shared/specifier.c and `unit_full_printf_full` in src/core/unit-printf.c of
    ///   systemd.
    func expanding(
        _ text: some Collection<UInt8>,
        limit: Int = 1 << 20
    ) throws(Unresolved) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        let percent = UInt8(ascii: "%")
        while let byte = rest.popFirst() {
            if byte == percent, let letter = rest.popFirst() {
                result += try value(of: letter)
            } else {
                result.append(byte)
            }
            guard result.count <= limit else { throw .invalid }
        }
        return result
    }

    private func value(of letter: UInt8) throws(Unresolved) -> [UInt8] {
        switch Unicode.Scalar(letter) {
        case "%": return [letter]
        case "n": return Array(text.utf8)
        case "N": return Array(text.dropLast(Self.type.count).utf8)
        case "p": return Array(prefix.utf8)
        case "P": return try unescaped(prefix)
        case "i": return Array((instance ?? "").utf8)
        case "I": return try unescaped(instance ?? "")
        case "j": return Array(lastPart.utf8)
        case "J": return try unescaped(lastPart)
        case "f": return try path(instance ?? prefix)
        case "t": return Array("/run".utf8)
        case "S": return Array("/var/lib".utf8)
        case "C": return Array("/var/cache".utf8)
        case "L": return Array("/var/log".utf8)
        case "E": return Array("/etc".utf8)
        case "T": return Array("/tmp".utf8)
        case "V": return Array("/var/tmp".utf8)
        case "d": return Array("/run/credentials/\(text)".utf8)
        // Those of the user of the manager, which is root.
        case "u", "g": return Array("root".utf8)
        case "U", "G": return Array("0".utf8)
        case "h": return Array("/root".utf8)
        case "a"..."z", "A"..."Z", "0"..."9": throw .unknown
        default: return [UInt8(ascii: "%"), letter]
        }
    }

    /// The part of the prefix after its last `-`.
    private var lastPart: String {
        prefix.lastIndex(of: "-").map { String(prefix[prefix.index(after: $0)...]) } ?? prefix
    }

    /// - SeeAlso: `unit_name_unescape` in src/basic/unit-name.c of systemd.
    private func unescaped(_ text: String) throws(Unresolved) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "-") {
                result.append(UInt8(ascii: "/"))
            } else if byte == backslash {
                guard rest.popFirst() == UInt8(ascii: "x"),
                    let high = rest.popFirst().flatMap(hexadecimalDigit),
                    let low = rest.popFirst().flatMap(hexadecimalDigit)
                else { throw .invalid }
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        // For C, the text ends at a NUL byte.
        return Array(result.prefix { $0 != 0 })
    }

    /// - SeeAlso: `unit_name_path_unescape` in src/basic/unit-name.c of systemd.
    private func path(_ text: String) throws(Unresolved) -> [UInt8] {
        if text == "-" { return Array("/".utf8) }
        let path = try [UInt8(ascii: "/")] + unescaped(text)
        guard settingPath(path).map({ Array($0.utf8) }) == path, path.count > 1 else {
            throw .invalid
        }
        return path
    }
}
