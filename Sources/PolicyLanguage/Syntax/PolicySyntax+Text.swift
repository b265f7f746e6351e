import Text

extension PolicySyntax {
    /// The policy as text. Reading the text gives the same policy, except for locations and comments.
    ///
    /// Parameters are kept, but their uses are already replaced by values. Includes stay in their own files: they must
    /// not be added to this policy yet, see ``including(_:)``.
    package var text: String {
        var writer = PolicyWriter()
        writer.emptyText = parameters.first { $0.value.isEmpty }.map { "\"${\($0.name.value)}\"" }
        writer.line(0, "warrant: \(version)")
        writer.line(0, "name: \(name.written)")
        if !summary.isEmpty { writer.line(0, "summary: \(summary.written)") }
        if let subject { writer.line(0, "subject: \(writer.subject(subject))") }
        writer.section("parameters", parameters) { writer, parameter in
            writer.line(1, parameter.written)
        }
        writer.section("include", includes) { writer, include in
            writer.line(1, include.written)
        }
        writer.section("require", require) { $0.requirement($1, depth: 1) }
        writer.section("forbid", forbid) { $0.requirement($1, depth: 1) }
        return writer.text
    }
}

/// Writes texts in double quotes, requirements on lines of their own, and everything else in braces.
private struct PolicyWriter {
    private(set) var text = ""
    /// The reference to an empty parameter, for a place where no empty text may be written.
    var emptyText: String?

    /// True if the next line begins a list item, and therefore starts with a dash.
    private var isItem = false

    mutating func line(_ depth: Int, _ line: String) {
        let indent = String(repeating: "  ", count: isItem ? depth - 1 : depth)
        text += indent + (isItem ? "- " : "") + line + "\n"
        isItem = false
    }

    mutating func section<Item>(
        _ key: String,
        _ items: [Item],
        _ write: (inout PolicyWriter, Item) -> Void
    ) {
        guard !items.isEmpty else { return }
        line(0, "\(key):")
        for item in items { write(&self, item) }
    }

    /// Writes a list item with its dash at a depth.
    mutating func requirement(_ requirement: RequirementSyntax, depth: Int) {
        isItem = true
        body(requirement, depth: depth + 1)
    }

    private mutating func body(_ requirement: RequirementSyntax, depth: Int) {
        if let id = requirement.id { line(depth, "id: \(filled(id))") }
        if let because = requirement.because { line(depth, "because: \(filled(because))") }
        if let limit = requirement.within { line(depth, "within: \(limit.written)") }
        if requirement.severity != .failure { line(depth, "severity: \(requirement.severity)") }
        if let subject = requirement.as { line(depth, "as: \(self.subject(subject))") }
        if let condition = requirement.when {
            line(depth, "when:")
            body(condition, depth: depth + 1)
        }
        switch requirement.kind {
        case .word(let use): word(use, depth: depth)
        case .all(let parts): group("all", parts, depth: depth)
        case .any(let parts): group("any", parts, depth: depth)
        case .not(let part):
            line(depth, "not:")
            body(part, depth: depth + 1)
        }
    }

    private mutating func group(_ word: String, _ parts: [RequirementSyntax], depth: Int) {
        line(depth, "\(word):")
        for part in parts { requirement(part, depth: depth + 1) }
    }

    private mutating func word(_ use: WordUse, depth: Int) {
        line(depth, "\(use.name): \(filled(use.value.value))")
        for (key, value) in use.keys.sorted(by: { $0.key < $1.key }) {
            line(depth, "\(key): \(filled(value.value))")
        }
    }

    func subject(_ subject: SubjectSyntax) -> String {
        switch subject.kind {
        case .unit(let name, let isRestarted, let command):
            let start = isRestarted ? ", restarted: true" : ""
            let one = command.map { ", command: \(filled($0.value))" } ?? ""
            return "{ unit: \(filled(name.value))\(start)\(one) }"
        case .container(let name): return "{ container: \(filled(name.value)) }"
        case .process(let pid): return "{ pid: \(pid.value) }"
        case .user(let user):
            var text = "user: \(filled(user.name.value))"
            if let groups = user.groups { text += ", groups: \(list(groups))" }
            if let names = user.capabilities { text += ", capabilities: \(list(names))" }
            return "{ \(text) }"
        }
    }

    private func list(_ names: [Located<String>]) -> String {
        "[\(names.map { filled($0.value) }.joined(separator: ", "))]"
    }

    /// Returns a text whose parameters are filled in when it is read.
    private func filled(_ text: String) -> String {
        if text.isEmpty, let emptyText { return emptyText }
        return text.literal.written
    }
}

// A name may exceed the 1024 characters that YAML accepts for a key without a `?`.

extension ParameterSyntax {
    fileprivate var written: String {
        var keys = ["type: \(type)"]
        if let defaultValue { keys.append("default: \(defaultValue.written)") }
        if let environment { keys.append("environment: \(environment.written)") }
        if !summary.isEmpty { keys.append("summary: \(summary.written)") }
        return "? \(name.value.written)\n  : { \(keys.joined(separator: ", ")) }"
    }
}

extension IncludeSyntax {
    fileprivate var written: String {
        let set = settings.sorted { $0.key < $1.key }.map {
            "? \($0.key.written) : \($0.value.value.literal.written)"
        }
        let keys = "policy: \(path.value.written), set: { \(set.joined(separator: ", ")) }"
        return "? \(namespace.value.written)\n  : { \(keys) }"
    }
}

extension String {
    /// The text, escaped so that ``Substitution`` does not change it.
    fileprivate var literal: String {
        guard utf8.contains(UInt8(ascii: "$")) else { return self }
        var bytes: [UInt8] = []
        for byte in utf8 {
            // The brace follows a dollar sign. The comparison uses bytes: a combining mark after the brace must not
            // hide it.
            if byte == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "$") {
                bytes.append(UInt8(ascii: "$"))
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate var written: String { written(in: .yaml) }
}
