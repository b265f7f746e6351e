import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Collects the facts that the text of a test states, and every mistake in it.
final class FactReader {
    let problems = Problems()
    var facts = HostFacts()
    /// The last number of a process of a unit or container. Such numbers are higher than any that the kernel assigns.
    private var nextProcess: Int32 = 1 << 22
    private var nextSocket: UInt32 = 1
    private var nextID = firstMadeUpID
    /// The numbers in the text that fall into the range of generated numbers.
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

    /// Reads each entry of a key's mapping. An entry that is `unknown` states nothing.
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

    /// Adds a process of a unit or a container, and returns its number.
    func addProcess(_ process: Node, in group: String) throws(Diagnostic) -> Int32 {
        nextProcess += 1
        let main = try CredentialCodec.read(process, thread: nextProcess, into: self)
        facts.processes[nextProcess] = ProcessFacts(describing: main, in: group)
        return nextProcess
    }

    func newSocket() -> UInt32 {
        nextSocket += 1
        return nextSocket
    }

    /// Returns a unique number for a user or group that the text names without a number.
    ///
    /// The number is above all numbers that systemd and account tools assign. It is below 2^31, the end of the range in
    /// which hosts let groups ping.
    func newID() -> UInt32 {
        while writtenIDs.contains(nextID) { nextID += 1 }
        defer { nextID += 1 }
        facts.madeUpIDs.insert(nextID)
        return nextID
    }

    private static let firstMadeUpID: UInt32 = 2_000_000_000

    /// Records numbers anywhere in the node, also within a text: `-rw------- 2000000000:root`.
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
    /// True if a case withdraws a fact that all cases share.
    var isForgotten: Bool { kind == .scalar("unknown", style: .plain) }

    /// The text, if the node is a text that is not empty.
    var word: String? {
        if case .scalar(let text, _) = kind, !text.isEmpty { text } else { nil }
    }

    /// Returns the texts of a list, or a single text as a list.
    func words(of key: String) throws(Diagnostic) -> [Located<String>] {
        if word != nil { return [try text(of: key)] }
        var words: [Located<String>] = []
        for item in try items(of: key, help: "write `\(key): [ … ]`") {
            words.append(try item.text(of: key))
        }
        return words
    }

    /// Returns the value of `true` or `false`.
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
