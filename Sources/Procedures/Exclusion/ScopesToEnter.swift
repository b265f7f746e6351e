/// The scopes and categories in which a procedure must be alone.
struct ScopesToEnter {
    typealias Entry = (scope: any ExclusionScope, categories: Set<String>, lastDeparture: UInt64)

    private var scopes: [Entry] = []

    /// - Parameter standard: The scope of categories that have none.
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

    /// Must be called before any condition is evaluated.
    mutating func beginLooking() {
        for index in scopes.indices {
            guard let scope = scopes[index].scope as? ProcessExclusion else { continue }
            scopes[index].lastDeparture = scope.lastDeparture(from: scopes[index].categories)
        }
    }

    /// True if others may have been inside since the conditions were evaluated. Read it once the procedure is alone:
    /// the others have left by then. Scopes beyond this process cannot rule it out.
    var othersMayHaveLeft: Bool {
        scopes.contains { entry in
            guard let scope = entry.scope as? ProcessExclusion else { return true }
            return scope.lastDeparture(from: entry.categories) != entry.lastDeparture
        }
    }

    /// This process before wider scopes. A procedure that waits within its own process then does not keep out other
    /// processes.
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
