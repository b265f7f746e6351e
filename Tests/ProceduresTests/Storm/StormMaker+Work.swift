import Procedures
import TestSupport

extension StormMaker {
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
        case 5: return Delay(pause)
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
                // Made anew in each attempt, since each run is another.
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
