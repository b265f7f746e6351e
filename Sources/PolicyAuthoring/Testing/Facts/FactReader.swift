import LinuxCapabilities
import PolicyLanguage

/// Collects the facts that the text of a test states, and every mistake in it.
final class FactReader {
    let problems = Problems()
    var facts = HostFacts()
    /// Numbers for the processes of units, higher than any that the kernel gives.
    private var nextProcess: Int32 = 1 << 22
    private var nextSocket: UInt32 = 1
    private var nextID = firstMadeUpID
    /// The numbers in the text that are in the range of those made up here.
    private var writtenIDs: Set<UInt32> = []

    func read(_ node: Node) {
        let help = "write `files:`, `units:` and the like"
        guard let fields = problems.keep(try Fields(node, of: "`given`", help: help)) else {
            return
        }
        fields.reportUnknown(except: FactTable.keys, to: problems)
        noteNumbers(in: node)
        for codec in FactTable.codecs { codec.read(fields, into: self) }
    }

    /// Reads each entry of a key's mapping; an entry that is `unknown` states nothing.
    func each(
        in fields: Fields,
        _ key: String,
        _ body: (Node.Entry) throws(Diagnostic) -> Void
    ) {
        guard let node = fields[key], !node.isForgotten else { return }
        let help = "write `NAME: …` for each"
        let entries = problems.keep(try node.entries(of: key, help: help)) ?? []
        for entry in entries where !entry.value.isForgotten {
            do throws(Diagnostic) { try body(entry) } catch { problems.report(error) }
        }
    }

    func newProcess() -> Int32 {
        nextProcess += 1
        return nextProcess
    }

    func newSocket() -> UInt32 {
        nextSocket += 1
        return nextSocket
    }

    /// Returns the number of a user or group of which the text has only the name: no other has it here.
    ///
    /// It is above all numbers that systemd and the tools for accounts give, and below 2^31, the end of the
    /// range in which hosts let groups ping.
    func newID() -> UInt32 {
        while writtenIDs.contains(nextID) { nextID += 1 }
        defer { nextID += 1 }
        facts.madeUpIDs.insert(nextID)
        return nextID
    }

    private static let firstMadeUpID: UInt32 = 2_000_000_000

    /// Notes numbers wherever they stand, be it within a text: `-rw------- 2000000000:root`.
    private func noteNumbers(in node: Node) {
        switch node.kind {
        case .scalar(let text, _): noteNumbers(in: text)
        case .sequence(let items): for item in items { noteNumbers(in: item) }
        case .mapping(let entries):
            for entry in entries {
                noteNumbers(in: entry.key.value)
                noteNumbers(in: entry.value)
            }
        }
    }

    private func noteNumbers(in text: String) {
        for digits in text.utf8.split(whereSeparator: { !(48...57).contains($0) })
        where digits.count >= 10 {
            if let id = UInt32(Substring(digits)), id >= Self.firstMadeUpID {
                writtenIDs.insert(id)
            }
        }
    }
}

extension Node {
    /// Whether a case takes back what all cases share.
    var isForgotten: Bool { kind == .scalar("unknown", style: .plain) }

    /// The text, if it is one and not empty.
    var word: String? {
        if case .scalar(let text, _) = kind, !text.isEmpty { text } else { nil }
    }

    /// A list of texts, or the one text that it would hold.
    func words(of key: String) throws(Diagnostic) -> [Located<String>] {
        if word != nil { return [try text(of: key)] }
        var words: [Located<String>] = []
        for item in try items(of: key, help: "write `\(key): [ … ]`") {
            words.append(try item.text(of: key))
        }
        return words
    }

    /// `true` or `false`.
    func isTrue(_ key: String) throws(Diagnostic) -> Bool {
        let text = try text(of: key)
        guard ["true", "false"].contains(text.value) else {
            throw .unknownValue(text, of: key, known: ["true", "false"])
        }
        return text.value == "true"
    }
}

extension Diagnostic {
    static func invalidFact(
        _ text: Located<String>,
        _ problem: String,
        help: String
    ) -> Self {
        Self("invalid-fact", at: text.location, "\(text.value.quoted) \(problem)", help: help)
    }
}
