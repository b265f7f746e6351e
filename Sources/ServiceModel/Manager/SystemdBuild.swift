/// The version of a systemd, and what it was built with.
package struct SystemdBuild: Hashable, Sendable {
    /// The version that Warrant follows, and that its tests compare it with.
    package static let followed = 252
    /// The oldest version whose settings are known.
    package static let oldest = 230
    private static let mostBytes = 4096

    package var version: Int
    /// True for `+NAME`, false for `-NAME`. A feature that is missing is not known.
    package var features: [String: Bool]

    package init(version: Int, features: [String: Bool] = [:]) {
        (self.version, self.features) = (version, features)
    }

    /// Parses a version, such as `252` or `252.39-1~deb12u2`, and the features after it. The output of
    /// `systemctl --version` may be given whole, and so may the properties `Version` and `Features` in
    /// org.freedesktop.systemd1(5).
    ///
    /// - Returns: nil for any other text, and for a version before ``oldest``.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes else { return nil }
        var words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }[...]
        if words.first == "systemd" { words.removeFirst() }
        guard let first = words.popFirst(), let version = Self.version(first) else { return nil }
        if let package = words.first, package.hasPrefix("("), package.hasSuffix(")") {
            words.removeFirst()
        }
        self.init(version: version)
        for word in words {
            let name = word.dropFirst()
            switch word.first {
            case "+" where Self.isFeature(name): features[String(name)] = true
            case "-" where Self.isFeature(name): features[String(name)] = false
            // default-hierarchy=unified
            case _? where word.contains("="): continue
            default: return nil
            }
        }
    }

    private static func version(_ word: Substring) -> Int? {
        let word = word.first == "v" ? word.dropFirst() : word
        let digits = word.prefix { ("0"..."9").contains($0) }
        guard let version = Int(digits), (oldest..<10_000).contains(version) else { return nil }
        let rest = word.dropFirst(digits.count)
        return rest.first.map { ".-~+".contains($0) } ?? true ? version : nil
    }

    private static func isFeature(_ name: Substring) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "_")
            }
    }
}
