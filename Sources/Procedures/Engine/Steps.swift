/// The work and conditions of a procedure, in the order written, with its other settings.
struct Steps: Sendable {
    /// Nil if a gate makes the work, see ``Admission``.
    let work: ErasedWork?
    /// True if the work takes a list of all its inputs.
    let gathers: Bool
    private(set) var conditions: [any Condition] = []
    /// Empty for most procedures, else one element. It takes less room than an optional.
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
        // Reserves room for several: to grow from one to two and to four costs more than the rest of this.
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
