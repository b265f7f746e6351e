/// The handlers of binfmt_misc, which the kernel asks before its own.
///
/// - SeeAlso: Documentation/admin-guide/binfmt-misc.rst.
enum MiscHandlers {
    private static let folder = "/proc/sys/fs/binfmt_misc"

    /// Whether a handler that is enabled takes a program; no where none can be seen.
    static func match(_ head: [UInt8], name: [UInt8]) -> Bool {
        guard let names = try? Directory.names(at: folder) else { return false }
        return names.contains { handler in
            guard handler != "register", handler != "status",
                let text = try? SmallFile.bytes(at: "\(folder)/\(handler)")
            else { return false }
            return matches(String(decoding: text, as: UTF8.self), head, name: name)
        }
    }

    /// Reads the text of one handler.
    static func matches(_ text: String, _ head: [UInt8], name: [UInt8]) -> Bool {
        let lines = text.split(separator: "\n")
        guard lines.first == "enabled" else { return false }
        var fields: [Substring: Substring] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { fields[words[0]] = words[1] }
        }
        if let ending = fields["extension"] {
            guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
            return name[dot...].elementsEqual(ending.utf8)
        }
        let magic = bytes(fields["magic"] ?? "")
        let mask = bytes(fields["mask"] ?? "")
        let offset = fields["offset"].flatMap { Int($0) } ?? 0
        guard !magic.isEmpty, offset >= 0, offset + magic.count <= head.count else { return false }
        return magic.indices.allSatisfy { index in
            let bits = index < mask.count ? mask[index] : 0xFF
            return (head[offset + index] ^ magic[index]) & bits == 0
        }
    }

    private static func bytes(_ hexadecimal: Substring) -> [UInt8] {
        let digits = hexadecimal.compactMap { $0.hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
