import LinuxSystem
import PolicyLanguage
import Text

/// Policies that a program contains, by the paths under which they include each other. No file is read.
struct PolicyTexts: Sendable {
    let texts: [String: String]

    /// One of the texts.
    struct Text: Sendable {
        let name: String
        let bytes: [UInt8]
        private let texts: PolicyTexts

        init(_ text: String, named name: String, among texts: PolicyTexts) {
            self.name = name
            self.texts = texts
            bytes = Array(text.utf8)
        }

        /// Returns the text that an include names by a path relative to the directory of this text.
        func included(_ path: Located<String>) throws(Diagnostics) -> Self {
            guard let name = name(of: path.value), let text = texts.texts[name] else {
                throw Diagnostics(.unknownText(path, among: texts.texts.keys.sorted()))
            }
            return Self(text, named: name, among: texts)
        }

        /// - Returns: nil for a path that begins with `/` or leads above the texts.
        private func name(of path: String) -> String? {
            guard !path.isAbsolutePath else { return nil }
            var parts = Self.parts(of: name).dropLast()
            for part in Self.parts(of: path) where part != "." {
                if part != ".." {
                    parts.append(part)
                } else if parts.popLast() == nil {
                    return nil
                }
            }
            return parts.joined(separator: "/")
        }

        private static func parts(of path: String) -> [String] {
            path.utf8.split(separator: UInt8(ascii: "/")).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}

extension Diagnostic {
    fileprivate static func unknownText(_ path: Located<String>, among names: [String]) -> Self {
        let known =
            names.isEmpty ? "pass it as `including:`" : advice(for: path.value, among: names)
        return Self(
            "unreadable-include",
            at: path.location,
            "\(path.value.quoted) is not among the texts of this policy, and a text includes no file",
            help: known
        )
    }
}
