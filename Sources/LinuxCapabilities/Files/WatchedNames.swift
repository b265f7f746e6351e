import LinuxSystem

/// The names that matter in the watched directories.
struct WatchedNames: Sendable {
    private enum Names {
        case all
        case these(Set<[UInt8]>)
    }

    private var names: [Int32: Names] = [:]

    /// Returns whether an event may change an answer.
    func concern(_ event: Inotify.Event) -> Bool {
        // If events were lost, anything may have happened.
        guard let watch = event.watch else { return true }
        // A removed watch still gives a last event.
        guard let names = names[watch] else { return false }
        if case .these(let these) = names, !event.name.isEmpty { return these.contains(event.name) }
        return true
    }

    /// Adds a watch on a file. None of the names in it matters yet.
    mutating func add(_ watch: Int32) { names[watch] = names[watch] ?? .these([]) }

    mutating func add(_ watch: Int32, _ name: [UInt8]) {
        switch names[watch] {
        case .all: break
        case .these(let these): names[watch] = .these(these.union([name]))
        case nil: names[watch] = .these([name])
        }
    }

    mutating func addAll(_ watch: Int32) { names[watch] = .all }

    func watches(notIn others: WatchedNames) -> [Int32] {
        names.keys.filter { others.names[$0] == nil }
    }
}
