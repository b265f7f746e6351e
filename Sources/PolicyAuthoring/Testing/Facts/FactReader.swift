import AccessModel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Turns what a test tells of a host into facts, keeping every problem that it meets on the way.
final class FactReader {
    static let keys = [
        "self", "processes", "users", "groups", "files", "units", "ports", "connections", "names",
        "routes", "addresses", "polkit", "sysctls", "machine-id",
    ]

    let problems = Problems()
    var facts = HostFacts()
    /// By which the main processes of units are told apart; higher than the kernel counts.
    private var nextProcess: Int32 = 1 << 22
    private var nextSocket: UInt32 = 1
    private var nextID = firstMadeUpID
    /// Those of the numbers written anywhere that could be taken for one that is made up.
    private var writtenIDs: Set<UInt32> = []

    func read(_ node: Node) {
        let help = "write `files:`, `units:` and the like"
        guard let fields = problems.keep(try Fields(node, of: "`given`", help: help)) else {
            return
        }
        fields.reportUnknown(except: Self.keys, to: problems)
        noteNumbers(in: node)
        readAccounts(fields)
        if let node = fields["self"], !node.isForgotten {
            facts.own = problems.keep(try credentials(node, thread: 1))
        }
        each(in: fields, "sysctls") { entry throws(Diagnostic) in try readSetting(entry) }
        each(in: fields, "processes") { entry throws(Diagnostic) in try readProcess(entry) }
        each(in: fields, "units") { entry throws(Diagnostic) in try readUnit(entry) }
        if let node = fields["machine-id"], !node.isForgotten {
            facts.machineID = problems.keep(try machineID(node))
        }
        each(in: fields, "files") { entry throws(Diagnostic) in try readFile(entry) }
        each(in: fields, "polkit") { entry throws(Diagnostic) in try readAction(entry) }
        readNetwork(fields)
    }

    /// Reads each entry that a key's mapping tells; one that is `unknown` tells nothing.
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

    /// The number of a user or group of which only the name is told: nobody else's here.
    ///
    /// Above all that systemd and the tools of accounts give, and below 2^31, to where hosts let groups ping.
    func newID() -> UInt32 {
        while writtenIDs.contains(nextID) { nextID += 1 }
        defer { nextID += 1 }
        facts.madeUpIDs.insert(nextID)
        return nextID
    }

    private static let firstMadeUpID: UInt32 = 2_000_000_000

    /// Wherever they stand, be it within a text: `-rw------- 2000000000:root`.
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
    /// Whether a case takes back what is told for all.
    var isForgotten: Bool { kind == .scalar("unknown", style: .plain) }

    /// The text, where it is one and not empty.
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
