/// What a procedure does and by which conditions, in the order written; and what else was said of it.
struct Steps: Sendable {
    /// Nil where a gate makes it, see ``Admission``.
    let work: ErasedWork?
    /// Whether the work gets a list, of as many outputs as it has inputs.
    let gathers: Bool
    private(set) var conditions: [any Condition] = []
    /// One or, for most, none, which takes less room than an optional does.
    private var rare: [RunOptions] = []

    init(work: ErasedWork?, gathers: Bool) {
        self.work = work
        self.gathers = gathers
    }

    var hasOptions: Bool { !rare.isEmpty }
    var options: RunOptions { rare.first ?? RunOptions() }

    mutating func add(_ condition: any Condition, within limit: Duration?) {
        let index = conditions.count
        if let limit { changeOptions { $0.limits[index] = limit } }
        // Room for some at once: to grow from one to two and to four costs more than the rest of this.
        if conditions.isEmpty { conditions.reserveCapacity(4) }
        conditions.append(condition)
    }

    var observers: [any Observer] { rare.isEmpty ? [] : rare[0].observers }

    mutating func add(_ observer: any Observer) {
        changeOptions { options in
            options.observers.append(observer)
            if let timeout = observer as? Timeout { options.limit(by: timeout) }
        }
    }

    mutating func changeOptions(_ change: (inout RunOptions) -> Void) {
        if rare.isEmpty { rare.append(RunOptions()) }
        change(&rare[0])
    }

    func deadlines(from standard: Deadlines) -> Deadlines {
        var deadlines = standard
        for change in options.deadlines { change(&deadlines) }
        return deadlines
    }
}
