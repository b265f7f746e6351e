import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Units of systemd with their processes.
enum UnitCodec: FactCodec {
    static let keys = ["units"]

    private static let activeStates = [
        "active": "running", "reloading": "reload", "inactive": "dead", "failed": "failed",
        "activating": "start", "deactivating": "stop",
    ]
    private static let loadStates = ["not-found", "masked", "bad-setting", "error"]
    /// The states of unit files, as systemctl(1) lists them.
    private static let fileStates = [
        "enabled", "enabled-runtime", "linked", "linked-runtime", "alias", "masked",
        "masked-runtime", "static", "indirect", "disabled", "generated", "transient", "bad",
        UnitFileState.missing.rawValue,
    ]

    static func schema(of key: String) -> SchemaValue {
        let states = FactSchema.words(activeStates.keys.sorted() + loadStates)
        let process = FactSchema.orUnknown(["$ref": "#/definitions/process"])
        let unit = FactSchema.mapping(
            [
                ("state", states), ("file", FactSchema.orUnknown(FactSchema.words(fileStates))),
                ("process", process), ("others", FactSchema.orUnknown(FactSchema.list(process))),
                ("can", FactSchema.orUnknown(FactSchema.texts)),
            ])
        return FactSchema.named(["anyOf": [states, unit]], "the state of each unit, or a mapping")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "units") { entry throws(Diagnostic) in
            let name = entry.key
            if let problem = SystemdUnit(name.value).invalidName {
                throw Diagnostic("invalid-unit-name", at: name.location, problem)
            }
            if entry.value.word != nil {
                reader.facts.units[name.value] = try unit(name.value, entry.value, nil, reader)
                return
            }
            let help = "write a state, or `{ state: …, file: …, process: … }`"
            let owner = "the unit \(name.value.quoted)"
            let fields = try Fields(entry.value, of: owner, help: help)
            let known = ["state", "file", "can", "process", "others"]
            fields.reportUnknown(except: known, to: reader.problems)
            guard let state = fields["state"] else {
                throw .invalidFact(name, "needs a `state`", help: help)
            }
            reader.facts.units[name.value] = try unit(name.value, state, fields, reader)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let lines = writer.facts.units.sorted { $0.key < $1.key }.flatMap { name, unit in
            writer.section(name.inYAML, Self.lines(of: unit, by: writer))
        }
        return writer.section("units", lines)
    }

    private static func unit(
        _ name: String,
        _ state: Node,
        _ fields: Fields?,
        _ reader: FactReader
    ) throws(Diagnostic) -> UnitFacts {
        let text = try state.text(of: "state")
        let isLoadState = loadStates.contains(text.value)
        guard isLoadState || activeStates[text.value] != nil else {
            throw unknownState(text)
        }
        var pid: Int32?
        let group = "/system.slice/\(name)"
        if let process = fields?["process"], !process.isForgotten {
            pid = try reader.addProcess(process, in: group)
        }
        try readOthers(fields?["others"], in: pid.map { _ in group }, to: reader)
        return UnitFacts(
            id: name,
            activeState: UnitActiveState(rawValue: isLoadState ? "inactive" : text.value),
            subState: activeStates[text.value] ?? "dead",
            loadState: isLoadState ? UnitLoadState(rawValue: text.value) : .loaded,
            unitFileState: try fileState(fields?["file"]),
            mainPID: pid,
            controlGroup: pid.map { _ in group },
            operations: try operations(fields?["can"])
        )
    }

    private static func lines(of unit: UnitFacts, by writer: FactWriter) -> [String] {
        let isLoaded = unit.loadState == .loaded
        var lines = ["state: \(isLoaded ? unit.activeState.rawValue : unit.loadState.rawValue)"]
        if let file = unit.unitFileState { lines.append("file: \(file.rawValue)") }
        let operations = UnitOperation.allCases.filter(unit.operations.contains)
        lines.append("can: \(writer.list(operations.map(\.rawValue)))")
        if let main = unit.mainPID.flatMap({ writer.facts.processes[$0]?.threads.first }) {
            lines += writer.section("process", CredentialCodec.lines(main, by: writer))
        }
        return lines + others(of: unit, by: writer)
    }

    /// Reads the processes of a unit besides its main one, which share its control group.
    private static func readOthers(
        _ node: Node?,
        in group: String?,
        to reader: FactReader
    ) throws(Diagnostic) {
        guard let node, !node.isForgotten else { return }
        guard let group else {
            let text = Located("others", at: node.location)
            let help = "write its main process as `process: …`"
            throw .invalidFact(text, "is of no use without the unit's main process", help: help)
        }
        for other in try node.items(of: "others", help: "write `others: [ … ]`") {
            _ = try reader.addProcess(other, in: group)
        }
    }

    /// Writes each distinct process once.
    private static func others(of unit: UnitFacts, by writer: FactWriter) -> [String] {
        guard let main = unit.mainPID, let group = unit.controlGroup else { return [] }
        let others = writer.facts.processes.values
            .filter { $0.pid != main && $0.isInControlGroup(group) }
            .sorted { $0.pid < $1.pid }
        var known: Set<[String]> = []
        let kinds = others.flatMap(\.threads).map { CredentialCodec.lines($0, by: writer) }
            .filter { known.insert($0).inserted }
        let items = kinds.flatMap { lines in
            zip(lines.indices, lines).map { "\($0 == 0 ? "-" : " ") \($1)" }
        }
        return writer.section("others", items)
    }

    /// Returns nil if the text does not state the file's state.
    private static func fileState(_ node: Node?) throws(Diagnostic) -> UnitFileState? {
        guard let node, !node.isForgotten else { return nil }
        let text = try node.text(of: "file")
        guard fileStates.contains(text.value) else {
            throw .unknownValue(text, of: "file", known: fileStates)
        }
        return UnitFileState(rawValue: text.value)
    }

    /// In a policy, the word `unit` accepts the states of the file too.
    private static func unknownState(_ text: Located<String>) -> Diagnostic {
        guard !fileStates.contains(text.value) else {
            let help = "write `file: \(text.value)`, beside `state`"
            return .invalidFact(text, "is a state of the unit's file", help: help)
        }
        let known = activeStates.keys.sorted() + loadStates
        return .unknownValue(text, of: "state", known: known)
    }

    private static func operations(_ node: Node?) throws(Diagnostic) -> Set<UnitOperation> {
        guard let node, !node.isForgotten else { return Set(UnitOperation.allCases) }
        if case .sequence([]) = node.kind { return [] }
        var all: Set<UnitOperation> = []
        for text in try node.words(of: "can") {
            guard let operation = UnitOperation(rawValue: text.value) else {
                let known = UnitOperation.allCases.map(\.rawValue)
                throw .unknownValue(text, of: "can", known: known)
            }
            all.insert(operation)
        }
        return all
    }
}
