import LinuxCapabilities
import LinuxSystem

/// The units and containers that processes belong to.
struct ProcessOwners {
    /// The names by the main processes of units, and by the first processes of containers.
    private let names: [Int32: String]
    private let groups: [String]

    init(_ facts: HostFacts) {
        let running = facts.units.filter { $0.value.mainPID != nil }
        let units = running.map { ($0.value.mainPID ?? 0, $0.key) }
        let containers = facts.containers.compactMap { name, found -> (Int32, String)? in
            // A text that names a unit and a container means the unit.
            guard case .started(let pid, _)? = found, facts.units[name] == nil else { return nil }
            return (pid, name)
        }
        names = Dictionary(units) { min($0, $1) }.merging(containers) { unit, _ in unit }
        groups = running.values.compactMap(\.controlGroup)
    }

    /// Returns the unit or container with this main process.
    subscript(pid: Int32) -> String? { names[pid] }

    func contains(_ process: ProcessFacts) -> Bool {
        names[process.pid] != nil || groups.contains(where: process.isInControlGroup)
    }
}
