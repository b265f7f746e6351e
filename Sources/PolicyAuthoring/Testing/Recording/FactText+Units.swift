import LinuxCapabilities
import LinuxSystem

/// The units that recorded processes belong to.
struct ProcessUnits {
    /// Units by their main processes.
    private let names: [Int32: String]
    private let groups: [String]

    init(_ facts: HostFacts) {
        let running = facts.units.filter { $0.value.mainPID != nil }
        names = Dictionary(running.map { ($0.value.mainPID ?? 0, $0.key) }) { min($0, $1) }
        groups = running.values.compactMap(\.controlGroup)
    }

    /// The unit whose main process it is.
    subscript(pid: Int32) -> String? { names[pid] }

    func contains(_ process: ProcessFacts) -> Bool {
        names[process.pid] != nil || groups.contains(where: process.isInControlGroup)
    }
}

extension FactText {
    var unitLines: [String] {
        facts.units.sorted { $0.key < $1.key }.flatMap { name, facts in
            ["\(name.inYAML):"] + unit(facts).map { "  \($0)" }
        }
    }

    private func unit(_ unit: UnitFacts) -> [String] {
        let isLoaded = unit.loadState == .loaded
        var lines = [
            "state: \(isLoaded ? unit.activeState.rawValue : unit.loadState.rawValue)"
        ]
        if let file = unit.unitFileState { lines.append("file: \(file.rawValue)") }
        let operations = UnitOperation.allCases.filter(unit.operations.contains)
        lines.append("can: \(list(operations.map(\.rawValue)))")
        if let main = unit.mainPID.flatMap({ facts.processes[$0]?.threads.first }) {
            lines.append("process:")
            lines += process(main).map { "  \($0)" }
        }
        return lines + others(of: unit)
    }

    /// Its processes besides the main one; of those that are alike, one.
    private func others(of unit: UnitFacts) -> [String] {
        guard let main = unit.mainPID, let group = unit.controlGroup else { return [] }
        let others = facts.processes.values.filter { $0.pid != main && $0.isInControlGroup(group) }
            .sorted { $0.pid < $1.pid }
        var known: Set<[String]> = []
        let kinds = others.flatMap(\.threads).map(process).filter { known.insert($0).inserted }
        guard !kinds.isEmpty else { return [] }
        return ["others:"]
            + kinds.flatMap { lines in
                zip(lines.indices, lines).map { "  \($0 == 0 ? "-" : " ") \($1)" }
            }
    }

    /// The unit whose main process it is, or its number.
    func name(ofProcess pid: Int32) -> String { units[pid] ?? "\(pid)" }
}
