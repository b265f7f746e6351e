/// In what a procedure must be alone.
struct ScopesToEnter {
    typealias Entry = (scope: any ExclusionScope, categories: Set<String>, lastDeparture: UInt64)

    private var scopes: [Entry] = []

    /// - Parameter standard: The scope of those categories of which none is said.
    mutating func add(_ exclusions: Set<Exclusion>, orIn standard: ProcessExclusion) {
        for exclusion in exclusions {
            let scope = exclusion.scope ?? standard
            if let index = scopes.firstIndex(where: { $0.scope === scope }) {
                scopes[index].categories.insert(exclusion.category)
            } else {
                scopes.append((scope, [exclusion.category], 0))
            }
        }
    }

    var isEmpty: Bool { scopes.isEmpty }

    /// To be called before anything is looked at.
    mutating func beginLooking() {
        for index in scopes.indices {
            guard let scope = scopes[index].scope as? ProcessExclusion else { continue }
            scopes[index].lastDeparture = scope.lastDeparture(from: scopes[index].categories)
        }
    }

    /// Whether others may have been inside since the look began. To be called once the procedure is
    /// alone: they have left by then. Scopes beyond this process do not tell.
    var othersMayHaveLeft: Bool {
        scopes.contains { entry in
            guard let scope = entry.scope as? ProcessExclusion else { return true }
            return scope.lastDeparture(from: entry.categories) != entry.lastDeparture
        }
    }

    /// This process before others, so that nobody keeps out other processes while it waits in its own.
    var inOrder: [Entry] {
        if scopes.count < 2 { return scopes }
        return scopes.sorted { one, other in
            let (isFirst, isSecond) = (
                one.scope is ProcessExclusion, other.scope is ProcessExclusion
            )
            return isFirst == isSecond ? one.scope.name < other.scope.name : isFirst
        }
    }
}
