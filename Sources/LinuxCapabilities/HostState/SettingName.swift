/// The name of a kernel setting, with dots or slashes as sysctl(8) accepts it.
///
/// The first of the two that occurs is the separator: `net.ipv4.conf.eth0/1.rp_filter` and
/// `net/ipv4/conf/eth0.1/rp_filter` are the same setting.
/// - SeeAlso: sysctl.d(5).
package struct SettingName: Hashable, Sendable {
    /// The names of the directories and of the file below `/proc/sys`.
    private let names: [[UInt8]]

    private static let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))

    /// - Returns: nil for a text that does not name a file below `/proc/sys`.
    package init?(_ text: String) {
        // Every directory below /proc/sys starts with a letter. No number does.
        guard let first = text.utf8.first, (0x61...0x7A).contains(first | 0x20),
            let separator = text.utf8.first(where: Self.separates), !text.utf8.contains(0)
        else { return nil }
        let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        let names = parts.map { Self.name(of: Array($0), separatedBy: separator) }
        guard names.count > 1, !names.contains(where: Self.leadsElsewhere) else { return nil }
        self.names = names
    }

    private static func separates(_ byte: UInt8) -> Bool { byte == dot || byte == slash }

    private static func name(of part: [UInt8], separatedBy separator: UInt8) -> [UInt8] {
        separator == dot ? part.map { $0 == slash ? dot : $0 } : part
    }

    private static func leadsElsewhere(_ name: [UInt8]) -> Bool {
        [[], [dot], [dot, dot]].contains(name)
    }

    /// The file that shows the setting.
    package var path: String {
        "/proc/sys/" + String(decoding: Array(names.joined(separator: [Self.slash])), as: UTF8.self)
    }
}

extension SettingName: CustomStringConvertible {
    /// The name with dots as separators, and slashes for dots in a part.
    package var description: String {
        let parts = names.map { name in name.map { $0 == Self.dot ? Self.slash : $0 } }
        return String(decoding: Array(parts.joined(separator: [Self.dot])), as: UTF8.self)
    }
}
