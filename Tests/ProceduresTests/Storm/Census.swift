import Procedures

/// Tracks the procedures, the members of each category, and violations.
final class Census: Sendable {
    private struct State {
        var witnesses: [Int: Witness.Stage] = [:]
        var lastNumber = 0
        var inside: [String: [Witness.Place]] = [:]
        var counts: [String: Int] = [:]
        var violations: [String] = []
        var moves = 0
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// The number of procedures that are still retained, with all that they hold.
    var population: Int { state.withLock { $0.witnesses.count } }
    /// The violations in the order in which they happened.
    var violations: [String] { state.withLock { $0.violations } }
    /// The number of times that each operation was done.
    var counts: [String: Int] { state.withLock { $0.counts } }
    /// The number of events of any kind.
    var progress: Int { state.withLock { $0.moves + $0.counts.values.reduce(0, +) } }
    var operations: Int { state.withLock { $0.counts.values.reduce(0, +) } }

    var description: String {
        state.withLock { state in
            let stages = Dictionary(
                state.witnesses.values.map { ("\($0)", 1) },
                uniquingKeysWith: +
            )
            let inside = state.inside.mapValues { $0.map(\.number) }
            return "violations \(state.violations), procedures \(stages), inside \(inside)"
        }
    }

    func count(_ operation: String) { state.withLock { $0.counts[operation, default: 0] += 1 } }

    func report(_ violation: String) { state.withLock { $0.violations.append(violation) } }

    /// Returns when no procedure is retained any more.
    func whenEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.witnesses.isEmpty { state.whenEmpty.append(continuation) }
                return state.witnesses.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    // MARK: What witnesses tell

    fileprivate func begin() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.witnesses[state.lastNumber] = .made
            return state.lastNumber
        }
    }

    fileprivate func end(_ number: Int) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if let stage = state.witnesses.removeValue(forKey: number), !stage.isRest {
                state.violations.append("\(number) was let go while it was \(stage)")
            }
            guard state.witnesses.isEmpty else { return [] }
            defer { state.whenEmpty = [] }
            return state.whenEmpty
        }
        for continuation in waiting { continuation.resume() }
    }

    fileprivate func move(_ place: Witness.Place, from: Witness.Stage..., to stage: Witness.Stage) {
        state.withLock { state in
            state.moves += 1
            let before = state.witnesses[place.number]
            state.witnesses[place.number] = stage
            if before.map({ !from.contains($0) }) ?? true {
                state.violations.append(
                    "\(place.number) was \(before, default: "gone"), now \(stage)"
                )
            }
        }
    }

    fileprivate func enter(_ place: Witness.Place) {
        state.withLock { state in
            for category in place.categories {
                let strangers = state.inside[category, default: []].filter {
                    !place.ancestors.contains($0.number)
                }
                if let stranger = strangers.first {
                    let pair = "\(place.number) and \(stranger.number)"
                    state.violations.append("\(pair) are in \(category) at once")
                }
                state.inside[category, default: []].append(place)
            }
        }
    }

    fileprivate func leave(_ place: Witness.Place) {
        state.withLock { state in
            for category in place.categories {
                state.inside[category]?.removeAll { $0.number == place.number }
            }
        }
    }
}

/// Observes one procedure, and lives as long as that is retained.
final class Witness: Observer {
    enum Stage {
        case made, attached, executing, executed, finished
        var isRest: Bool { self == .made || self == .finished }
    }

    struct Place {
        let number: Int
        let ancestors: [Int]
        let categories: Set<String>
    }

    let place: Place
    private let census: Census

    init(_ census: Census, inside ancestors: [Int], categories: Set<String>) {
        self.census = census
        place = Place(number: census.begin(), ancestors: ancestors, categories: categories)
    }

    deinit { census.end(place.number) }

    func didAttach(to procedure: ProcedureIdentity) {
        census.move(place, from: .made, to: .attached)
    }

    func willExecute(_ procedure: ProcedureIdentity) {
        census.move(place, from: .attached, .executed, to: .executing)
        census.enter(place)
        if !place.categories.isEmpty { census.count("exclude") }
    }

    func didExecute(_ procedure: ProcedureIdentity) {
        census.leave(place)
        census.move(place, from: .executing, to: .executed)
    }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        census.move(place, from: .attached, .executed, to: .finished)
        census.count(outcome.end)
    }
}

extension Outcome {
    fileprivate var end: String {
        switch self {
        case .succeeded: "succeed"
        case .failed: "fail"
        case .refused(let refusal): "be refused: \(refusal.phase)"
        case .skipped: "be skipped"
        case .cancelled: "be cancelled"
        }
    }
}
