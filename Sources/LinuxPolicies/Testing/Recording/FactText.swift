import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import Text

/// Facts in the words of a test, of which `FactReader` makes the same facts.
struct FactText {
    let facts: HostFacts
    /// The units that each process belongs to.
    let units: ProcessUnits

    init(_ facts: HostFacts) {
        self.facts = facts
        units = ProcessUnits(facts)
    }

    /// What stands below `given:`; each key with what it tells.
    var lines: [String] {
        let sections: [(key: String, lines: [String])] = [
            ("users", users), ("groups", groups), ("sysctls", settings), ("self", own),
            ("processes", processes), ("units", unitLines), ("files", files),
            ("ports", ports), ("connections", connections), ("names", names),
            ("routes", routes), ("addresses", addresses), ("polkit", actions),
        ]
        return machine
            + sections.filter { !$0.lines.isEmpty }.flatMap { section in
                ["\(section.key):"] + section.lines.map { "  \($0)" }
            }
    }

    /// Each entry in a line, in the order of the keys.
    func entries<Value>(
        _ told: [(key: String, value: Value)],
        _ text: (Value) -> String?
    ) -> [String] {
        told.sorted { $0.key < $1.key }.compactMap { entry in
            text(entry.value).map { "\(entry.key.inYAML): \($0)" }
        }
    }

    func user(_ id: UInt32) -> String {
        name(of: id, among: facts.users.filter { $0.value?.user == id }.keys)
    }

    func group(_ id: UInt32) -> String {
        name(of: id, among: facts.groups.filter { $0.value == id }.keys)
    }

    /// The number where no name can stand in a line of `ls -l`, or in an access list.
    private func name(of id: UInt32, among names: some Collection<String>) -> String {
        names.filter(\.fitsInLine).min() ?? (id == 0 ? "root" : "\(id)")
    }

    func list(_ texts: [String]) -> String {
        "[\(texts.map(\.inYAML).joined(separator: ", "))]"
    }

    private var users: [String] {
        entries(facts.users.map { ($0, $1) }) { account in
            guard let account else { return "missing" }
            return "{ uid: \(account.user), groups: \(list(account.groups.map(group))) }"
        }
    }

    private var groups: [String] {
        let known = facts.groups.filter { $0.value != 0 }.map { (key: $0, value: "\($1)") }
        return entries(known + facts.missingGroups.map { (key: $0, value: "missing") }) { $0 }
    }

    private var settings: [String] {
        HostFacts.Sysctl.allCases.filter(facts.sysctls.contains)
            .map { "\($0.rawValue): \(value(of: $0))" }
    }

    private func value(of setting: HostFacts.Sysctl) -> String {
        let (network, files) = (facts.network, facts.settings)
        return switch setting {
        case .unprivilegedStart: "\(network.unprivilegedStart)"
        case .bindsOnlyIPv6: network.bindsOnlyIPv6 ? "1" : "0"
        case .pingGroups: "\(network.pingGroups.first) \(network.pingGroups.last)"
        case .protectedSymlinks: "\(files.protectedSymlinks)"
        case .protectedHardlinks: "\(files.protectedHardlinks)"
        case .protectedRegular: "\(files.protectedRegular)"
        case .protectedFifos: "\(files.protectedFifos)"
        case .tracingScope: "\(facts.tracingScope ?? 0)"
        }
    }

    private var machine: [String] {
        facts.machineID.map { id in ["machine-id: \(id.map { "\"\($0)\"" } ?? "missing")"] } ?? []
    }

    private var own: [String] { facts.own.map(process) ?? [] }

    private var processes: [String] {
        facts.processes.filter { !units.contains($0.value) }.sorted { $0.key < $1.key }
            .flatMap { pid, found in
                found.threads.first.map { ["\(pid):"] + process($0).map { "  \($0)" } } ?? []
            }
    }

    private var actions: [String] {
        facts.polkit.sorted { $0.key < $1.key }.flatMap { action, told in
            let answers = told.answers.sorted { $0.key < $1.key }
                .map { "  \(user($0).inYAML): \(Self.word($1))" }
            return told.hasAnswer
                ? ["\(action.inYAML): \(told.answer.map(Self.word) ?? "missing")"]
                : ["\(action.inYAML):"] + answers
        }
    }

    private static func word(_ answer: PolkitAnswer) -> String {
        switch answer.decision {
        case .yes: "yes"
        case .no: "no"
        case .challenge: "asks"
        }
    }
}

extension String {
    /// As YAML takes the text, in quotes wherever it could mean something else.
    var inYAML: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "_", ".", "-", "@": true
            default: false
            }
        }
        if isPlain, let first = unicodeScalars.first, first != "-" || count > 1, self != "unknown" {
            return self
        }
        return written(in: .yaml)
    }
}
