import Synchronization

/// A cache of polkit's answers, valid as long as no signal contradicts them.
///
/// It is cleared whenever polkit sends `Changed`, starts, ends, or cannot be heard.
final class PolkitMemory: Sendable {
    /// The maximum number of answers, so that the cache does not grow with the questions.
    private static let limit = 4096

    /// A period between two changes.
    struct Age: Hashable {
        fileprivate let number: UInt64
    }

    private struct State {
        var age: UInt64 = 0
        /// The signals that are received now.
        var heard: Set<BusSignal> = []
        var answers: [PolkitQuestion: PolkitAnswer] = [:]
        var rules: [String: PolkitImplicitRule]?
    }

    private let state = Mutex(State())
    private let signals: Set<BusSignal>

    /// - Parameter signals: The signals that must all be received. Otherwise nothing is cached.
    init(hearing signals: Set<BusSignal>) { self.signals = signals }

    func answer(to question: PolkitQuestion) -> PolkitAnswer? {
        state.withLock { $0.answers[question] }
    }

    /// The rules of all actions.
    var rules: [String: PolkitImplicitRule]? { state.withLock { $0.rules } }

    var age: Age { Age(number: state.withLock { $0.age }) }

    /// - Parameter age: The age before polkit was asked. An answer from before a change is not cached.
    func keep(_ answer: PolkitAnswer, to question: PolkitQuestion, since age: Age) {
        keep(since: age) { state in
            if state.answers.count >= Self.limit { state.answers = [:] }
            state.answers[question] = answer
        }
    }

    func keep(_ rules: [String: PolkitImplicitRule], since age: Age) {
        keep(since: age) { $0.rules = rules }
    }

    private func keep(since age: Age, _ body: (inout State) -> Void) {
        state.withLock { state in
            if state.age == age.number, state.heard == signals { body(&state) }
        }
    }

    func hear(_ event: BusEvent<Void>, of signal: BusSignal) {
        state.withLock { state in
            switch event {
            case .listening:
                state.heard.insert(signal)
                return
            case .deaf: state.heard.remove(signal)
            case .signal: break
            }
            state.age += 1
            (state.answers, state.rules) = ([:], nil)
        }
    }
}
