/// What a procedure does and by which conditions and observers, each in the order written.
final class RunSteps: Sendable {
    struct Dependency {
        let description: Description
        let required: RequiredOutcome
        let isInput: Bool
    }

    struct GuardingCondition: Sendable {
        let condition: any Condition
        /// Nil is the limit for all conditions.
        let limit: Duration?
    }

    let work: ErasedWork
    /// Whether the work gets a list, of as many outputs as it has inputs.
    let gathers: Bool
    let conditions: [GuardingCondition]
    let observers: [any Observer]
    let options: RunOptions?

    private init(
        _ work: @escaping ErasedWork,
        gathers: Bool = false,
        conditions: [GuardingCondition] = [],
        observers: [any Observer] = [],
        options: RunOptions? = nil
    ) {
        self.work = work
        self.gathers = gathers
        self.conditions = conditions
        self.observers = observers
        self.options = options
    }

    /// All that was said of a procedure, and what it depends on in the order written.
    static func gathered(from description: Description) -> (RunSteps, [Dependency]) {
        var gathering = Gathering()
        guard var last = description.previous else {
            gathering.add(description)
            return (gathering.steps, gathering.dependencies)
        }
        var (steps, conditions) = (1, description.isCondition ? 1 : 0)
        while let previous = last.previous {
            steps += 1
            conditions += last.isCondition ? 1 : 0
            last = previous
        }
        gathering.reserve(conditions)
        var latestFirst: [Description] = []
        latestFirst.reserveCapacity(steps)
        var next = description
        while let previous = next.previous {
            latestFirst.append(next)
            next = previous
        }
        gathering.add(next)
        for description in latestFirst.reversed() { gathering.add(description) }
        return (gathering.steps, gathering.dependencies)
    }

    private struct Gathering {
        private var work: ErasedWork = { input, _ in input }
        private var gathers = false
        private var conditions: [GuardingCondition] = []
        private var observers: [any Observer] = []
        private var options: RunOptions?
        private(set) var dependencies: [Dependency] = []

        var steps: RunSteps {
            RunSteps(
                work,
                gathers: gathers,
                conditions: conditions,
                observers: observers,
                options: options
            )
        }

        mutating func reserve(_ count: Int) { conditions.reserveCapacity(count) }

        mutating func add(_ description: Description) {
            switch description.step {
            case .work(let work), .reporting(let work): self.work = work
            case .gathering(let work):
                self.work = work
                gathers = true
            case .condition(let condition, let limit):
                conditions.append(GuardingCondition(condition: condition, limit: limit))
            case .observer(let observer):
                observers.append(observer)
                if let timeout = observer as? Timeout { change { $0.limit(by: timeout) } }
            case .option(let change): self.change(change)
            case .dependency, .input: break
            }
            addDependency(description)
        }

        private mutating func addDependency(_ description: Description) {
            guard let dependency = description.dependency else { return }
            let (required, isInput): (RequiredOutcome, Bool) =
                switch description.step {
                case .dependency(let outcome): (outcome, false)
                case .reporting: (.completion, true)
                default: (.success, true)
                }
            dependencies.append(
                Dependency(description: dependency, required: required, isInput: isInput)
            )
        }

        private mutating func change(_ change: (inout RunOptions) -> Void) {
            var options = options ?? RunOptions()
            change(&options)
            self.options = options
        }
    }

    func deadlines(from standard: Deadlines) -> Deadlines {
        var deadlines = standard
        for change in options?.deadlines ?? [] { change(&deadlines) }
        return deadlines
    }
}
