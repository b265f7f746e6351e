/// What a procedure does and by which conditions and observers, each in the order written.
struct RunSteps {
    typealias Dependency = (description: Description, required: RequiredOutcome)

    var work: Work = { $0 }
    var takesInput = false
    var conditions: [GuardingCondition] = []
    var observers: [any Observer] = []

    /// All that was said of a procedure, and what it depends on in the order written.
    static func gathered(from description: Description) -> (Self, [Dependency]) {
        var steps = Self()
        var dependencies: [Dependency] = []
        let latestFirst = Array(sequence(first: description, next: \.previous))
        for description in latestFirst.reversed() {
            let dependency = description.dependency
            switch description.step {
            case .work(let work):
                steps.work = work
                steps.takesInput = dependency != nil
                dependency.map { dependencies.append(($0, .success)) }
            case .condition(let condition, let limit):
                steps.conditions.append(GuardingCondition(condition: condition, limit: limit))
            case .observer(let observer):
                steps.observers.append(observer)
            case .dependency(let required):
                dependency.map { dependencies.append(($0, required)) }
            }
        }
        return (steps, dependencies)
    }
}
