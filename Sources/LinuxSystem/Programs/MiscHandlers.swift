/// The enabled handlers of binfmt_misc, which the kernel asks before its own formats.
///
/// - SeeAlso: Documentation/admin-guide/binfmt-misc.rst.
package struct MiscHandlers: Hashable, Sendable {
    /// Whether a handler matches the first bytes of the program.
    package internal(set) var takesHead = false
    /// The file name extensions of other handlers, without the dot.
    package internal(set) var endings: [[UInt8]] = []
    /// Whether the kernel asks no others.
    package internal(set) var areAll = true

    init() {}

    private static let folder = "/proc/sys/fs/binfmt_misc"

    /// Returns the handlers for a program with these first bytes, or nil if the handlers cannot be seen.
    ///
    /// They take effect even where their file system is not mounted, as in most containers. On the host itself there are
    /// no others than those that the file system shows.
    package static func match(_ head: [UInt8]) -> Self? {
        guard let names = try? Directory.names(at: folder) else { return nil }
        let isHost = NamespaceOwnership.own.mountsAreOfHost
        guard names.contains("status") else {
            return isHost && NamespaceID.isInitialOwnPID ? Self() : nil
        }
        var found = Self()
        found.areAll = isHost
        for handler in names where handler != "register" && handler != "status" {
            guard let text = try? SmallFile.bytes(at: "\(folder)/\(handler)") else { return nil }
            found.add(String(decoding: text, as: UTF8.self), for: head)
        }
        return found
    }

    /// Adds the handler that a text describes, if it is enabled.
    mutating func add(_ text: String, for head: [UInt8]) {
        let lines = text.split(separator: "\n")
        guard lines.first == "enabled" else { return }
        var fields: [Substring: Substring] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { fields[words[0]] = words[1] }
        }
        if let ending = fields["extension"] {
            endings.append(Array(ending.utf8.drop { $0 == UInt8(ascii: ".") }))
        } else if Self.begins(head, as: fields) {
            takesHead = true
        }
    }

    private static func begins(_ head: [UInt8], as fields: [Substring: Substring]) -> Bool {
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
