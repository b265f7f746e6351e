import LinuxSystem

/// Which names matter in the directories that are watched.
struct WatchedNames: Sendable {
    private enum Names {
        case all
        case these(Set<[UInt8]>)
    }

    private var names: [Int32: Names] = [:]

    /// Whether an event may change an answer.
    func concern(_ event: Inotify.Event) -> Bool {
        // Where events were lost, anything may have happened.
        guard let watch = event.watch else { return true }
        // A watch that was given up has a last word.
        guard let names = names[watch] else { return false }
        if case .these(let these) = names, !event.name.isEmpty { return these.contains(event.name) }
        return true
    }

    /// A file of which none of the names in it matters as yet.
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
