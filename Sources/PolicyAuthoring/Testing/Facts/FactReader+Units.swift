import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// Units, and what polkit says.
extension FactReader {
    private static let activeStates = [
        "active": "running", "reloading": "reload", "inactive": "dead", "failed": "failed",
        "activating": "start", "deactivating": "stop",
    ]
    /// As systemctl(1) lists them.
    private static let fileStates = [
        "enabled", "enabled-runtime", "linked", "linked-runtime", "alias", "masked",
        "masked-runtime", "static", "indirect", "disabled", "generated", "transient", "bad",
        UnitFileState.missing.rawValue,
    ]
    private static let unitKeys = ["state", "file", "can", "process", "others"]
    private static let loadStates = ["not-found", "masked", "bad-setting", "error"]

    func readUnit(_ entry: Node.Entry) throws(Diagnostic) {
        let name = entry.key
        if let problem = SystemdUnit(name.value).invalidName {
            throw Diagnostic("invalid-unit-name", at: name.location, problem)
        }
        if entry.value.word != nil {
            facts.units[name.value] = try unit(name.value, entry.value)
            return
        }
        let help = "write a state, or `{ state: …, file: …, process: … }`"
        let owner = "the unit \(name.value.quoted)"
        let fields = try Fields(entry.value, of: owner, help: help)
        fields.reportUnknown(except: Self.unitKeys, to: problems)
        guard let state = fields["state"] else {
            throw .invalidFact(name, "needs a `state`", help: help)
        }
        facts.units[name.value] = try unit(name.value, state, fields)
    }

    private func unit(
        _ name: String,
        _ state: Node,
        _ fields: Fields? = nil
    ) throws(Diagnostic) -> UnitFacts {
        let text = try state.text(of: "state")
        let isLoadState = Self.loadStates.contains(text.value)
        guard isLoadState || Self.activeStates[text.value] != nil else {
            throw Self.unknownState(text)
        }
        var pid: Int32?
        let group = "/system.slice/\(name)"
        if let process = fields?["process"], !process.isForgotten {
            let number = newProcess()
            facts.processes[number] =
                self.process(number, try credentials(process, thread: number), in: group)
            pid = number
        }
        try readOthers(fields?["others"], in: pid.map { _ in group })
        return UnitFacts(
            id: name,
            activeState: UnitActiveState(rawValue: isLoadState ? "inactive" : text.value),
            subState: Self.activeStates[text.value] ?? "dead",
            loadState: isLoadState ? UnitLoadState(rawValue: text.value) : .loaded,
            unitFileState: try fileState(fields?["file"]),
            mainPID: pid,
            controlGroup: pid.map { _ in group },
            operations: try operations(fields?["can"])
        )
    }

    /// The processes of a unit besides its main one, which share its control group.
    private func readOthers(_ node: Node?, in group: String?) throws(Diagnostic) {
        guard let node, !node.isForgotten else { return }
        guard let group else {
            let text = Located("others", at: node.location)
            let help = "write its main process as `process: …`"
            throw .invalidFact(text, "is of no use without the unit's main process", help: help)
        }
        for other in try node.items(of: "others", help: "write `others: [ … ]`") {
            let number = newProcess()
            facts.processes[number] =
                process(number, try credentials(other, thread: number), in: group)
        }
    }

    /// Nil where nothing is told of it.
    private func fileState(_ node: Node?) throws(Diagnostic) -> UnitFileState? {
        guard let node, !node.isForgotten else { return nil }
        let text = try node.text(of: "file")
        guard Self.fileStates.contains(text.value) else {
            throw .unknownValue(text, of: "file", known: Self.fileStates)
        }
        return UnitFileState(rawValue: text.value)
    }

    /// The word `unit` calls the state of its file so, too.
    private static func unknownState(_ text: Located<String>) -> Diagnostic {
        guard !fileStates.contains(text.value) else {
            let help = "write `file: \(text.value)`, beside `state`"
            return .invalidFact(text, "is a state of the unit's file", help: help)
        }
        let known = activeStates.keys.sorted() + loadStates
        return .unknownValue(text, of: "state", known: known)
    }

    private func operations(_ node: Node?) throws(Diagnostic) -> Set<UnitOperation> {
        guard let node, !node.isForgotten else { return Set(UnitOperation.allCases) }
        if case .sequence([]) = node.kind { return [] }
        var all: Set<UnitOperation> = []
        for text in try node.words(of: "can") {
            guard let operation = UnitOperation.allCases.first(where: { "\($0)" == text.value })
            else {
                let known = UnitOperation.allCases.map { "\($0)" }
                throw .unknownValue(text, of: "can", known: known)
            }
            all.insert(operation)
        }
        return all
    }

    /// `yes`, `no`, `asks`, or `missing` for an action that polkit does not know; to each user, or to some.
    func readAction(_ entry: Node.Entry) throws(Diagnostic) {
        let action = entry.key.value
        guard case .mapping(let entries) = entry.value.kind else {
            facts.polkit[action] = HostFacts.Polkit(try answer(entry.value, to: action))
            return
        }
        var answers: [UInt32: PolkitAnswer] = [:]
        for entry in entries where !entry.value.isForgotten {
            answers[try user(entry.key)] = try answer(entry.value, to: entry.key.value)
        }
        facts.polkit[action] = HostFacts.Polkit(of: answers)
    }

    private func answer(_ node: Node, to key: String) throws(Diagnostic) -> PolkitAnswer? {
        let text = try node.text(of: key)
        switch text.value {
        case "yes": return PolkitAnswer(.yes)
        case "no": return PolkitAnswer(.no)
        case "asks": return PolkitAnswer(.challenge)
        case "missing": return nil
        default: throw .unknownValue(text, of: key, known: ["yes", "no", "asks", "missing"])
        }
    }
}
