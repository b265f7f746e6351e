import Procedures
import TestSupport

/// Makes procedures of every kind, for one storm.
struct StormMaker {
    let storm: Storm
    var random: SplitMix

    /// The position of a new procedure: its ancestors, and the categories that the nearest of them holds.
    struct Place {
        var ancestors: [Int] = []
        var held: [String] = []
        /// The queue on which it runs. A nested run uses the same or a later queue, never an earlier one.
        var queue = 0
        var depth: Int { ancestors.count }
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    mutating func one(in count: Int) -> Bool { below(count) == 0 }

    /// Returns a procedure with its dependencies.
    mutating func procedure(_ place: Place) -> Procedure<Void> {
        var earlier: [Procedure<Void>] = []
        for _ in 0..<(one(in: 3) ? below(4) : 0) {
            earlier.append(single(place, after: earlier))
        }
        return single(place, after: earlier)
    }

    private mutating func single(_ place: Place, after earlier: [Procedure<Void>]) -> Procedure<
        Void
    > {
        let categories = categories(place)
        let witness = Witness(storm.census, inside: place.ancestors, categories: Set(categories))
        var inner = place
        inner.ancestors.append(witness.place.number)
        inner.held = categories
        var procedure = work(inner).observer(witness)
        for other in earlier where one(in: 2) {
            procedure = procedure.after(other, requiring: one(in: 2) ? .success : .completion)
        }
        for _ in 0..<below(3) { procedure = guarded(procedure, inner) }
        if !categories.isEmpty {
            procedure = procedure.condition(MutuallyExclusive(all: Array(Set(categories))))
        }
        return optioned(procedure)
    }

    /// Returns categories of this depth only, so that no two procedures can wait for each other. They are the depth's
    /// own names, and shares of the enclosing procedure's categories.
    private mutating func categories(_ place: Place) -> [String] {
        guard one(in: 2) else { return [] }
        let names = ["\(place.depth)a", "\(place.depth)b", "\(place.depth)c"] + place.held
        return (0..<1 + below(2)).map { _ in names[below(names.count)] }
    }

    private mutating func optioned(_ procedure: Procedure<Void>) -> Procedure<Void> {
        let limit = Duration.milliseconds(below(40))
        switch below(24) {
        case 0: return procedure.deadlines { $0.execution = limit }
        case 1: return procedure.deadlines { $0.exclusion = limit }
        case 2: return procedure.deadlines { $0.overall = limit }
        case 3: return procedure.deadlines { $0.dependencies = limit }
        case 4: return procedure.deadlines { $0.remedies = limit }
        case 5: return procedure.retried(upTo: 2 + below(2))
        case 6: return procedure.retried(upTo: 3, waiting: .constant(limit))
        case 7: return procedure.repeated(2)
        case 8: return procedure.stoppingAtFirstRefusal()
        case 9: return procedure.observer(Timeout(limit))
        default: return procedure
        }
    }

    // MARK: Conditions

    private mutating func guarded(_ procedure: Procedure<Void>, _ place: Place) -> Procedure<Void> {
        let gate = storm.gate
        switch below(16) {
        case 0: return procedure.condition(StormCondition(result: .refused([]), gate: gate))
        case 1: return procedure.condition(StormCondition(result: .skipped([]), gate: gate))
        case 2: return procedure.condition(Not(StormCondition(result: .refused([]), gate: gate)))
        case 3: return procedure.condition(TrueCondition() || FalseCondition())
        case 4: return procedure.condition(EndingCondition())
        case 5:
            let deaf = StormCondition(result: .satisfied, isDeaf: true, gate: gate)
            return procedure.condition(deaf, within: .milliseconds(below(20)))
        case 6 where place.depth < 3:
            let remedy = self.procedure(remedyPlace(place))
            return procedure.condition(
                StormCondition(result: .satisfied, produces: [remedy], gate: gate)
            )
        case 7: return procedure.condition(NoFailedDependencies())
        default:
            return procedure.condition(
                StormCondition(result: .satisfied, looksAgain: one(in: 2), gate: gate)
            )
        }
    }

    /// Procedures that conditions produce run before anything is held.
    private func remedyPlace(_ place: Place) -> Place {
        Place(ancestors: place.ancestors, held: [], queue: place.queue)
    }

    // MARK: Work

    mutating func work(_ place: Place) -> Procedure<Void> {
        place.depth < 4 && one(in: 4) ? deepWork(place) : plainWork()
    }

    private mutating func plainWork() -> Procedure<Void> {
        let (gate, pause) = (storm.gate, Duration.milliseconds(below(30)))
        switch below(12) {
        case 0: return Procedure("fails") { throw Stormy() }
        case 1: return Procedure("gives up") { throw CancellationError() }
        case 2: return Procedure("waits, deaf") { await gate.wait() }
        case 3: return Procedure("sleeps") { try await $0.sleep(for: pause) }
        case 4: return Procedure("fails, ignored") { throw Stormy() }.ignoringErrors().map { _ in }
        case 5: return Delay(pause).procedure
        case 6: return Procedure("shares") { await Task.yield() }.unique(below(3))
        case 7:
            return Batch("batch", over: 0..<below(4), width: 2) { _ in await Task.yield() }.map {
                _ in
            }
        case 8: return gather([Procedure("first") { 1 }, Procedure("second") { 2 }]).map { _ in }
        case 9:
            return Procedure("cancels itself") {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                try Task.checkCancellation()
            }
        default: return Procedure("works") { await Task.yield() }
        }
    }

    private mutating func deepWork(_ place: Place) -> Procedure<Void> {
        let storm = storm
        switch below(6) {
        case 0, 1: return group(place)
        case 2:
            var later = place
            later.queue += below(Storm.queueCount - place.queue)
            return Procedure("runs another inside") { [later, seed = random.next()] in
                storm.census.count("run inside")
                // Made anew in each attempt, because each run is different.
                var maker = StormMaker(storm: storm, random: SplitMix(seed: seed))
                _ = await storm.queue(later.queue).run(maker.procedure(later))
            }
        case 3:
            let other = Place(queue: below(Storm.queueCount))
            return Procedure("enqueues another") { [seed = random.next()] in
                var maker = StormMaker(storm: storm, random: SplitMix(seed: seed))
                storm.enqueue(maker.procedure(other), on: other.queue)
            }
        default: return producer(place)
        }
    }

    private mutating func producer(_ place: Place) -> Procedure<Void> {
        let children = (0..<1 + below(3)).map { _ in procedure(place) }
        let (waits, cancels, fails) = (one(in: 2), one(in: 4), one(in: 4))
        let census = storm.census
        return Procedure("produces") { context in
            for child in children {
                census.count("produce")
                let handle = try context.produce(child)
                if cancels { handle.cancel() }
                if waits { _ = try await handle.outcome() }
            }
            if fails { throw Stormy() }
        }
    }

    private mutating func group(_ place: Place) -> Procedure<Void> {
        let parts = (0..<below(5)).map { _ in procedure(place) }
        let policy = [FailurePolicy.failFast, .collect, .ignore][below(3)]
        let group = Group("group", onFailure: policy, width: 1 + below(3), parts)
        return Procedure("has a group") { context in
            _ = try await context.produce(group).outcome()
        }
    }
}
