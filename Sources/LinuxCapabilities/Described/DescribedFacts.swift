package import LinuxSystem
import Procedures
import Synchronization

/// The facts of a described host while it is in use, with the questions that it received.
package final class DescribedFacts: Sendable {
    /// The questions that a described host passed to polkit and to persons, in order.
    package struct Questions: Sendable {
        package fileprivate(set) var polkit: [PolkitQuestion] = []
        /// The number of questions to polkit that were put to a person.
        package fileprivate(set) var toPersons = 0
        package fileprivate(set) var terminal: [String] = []
    }

    private struct State {
        var facts: HostFacts
        var questions = Questions()
        var bells: [ObjectIdentifier: Bell] = [:]
    }

    private let state: Locked<State>
    private let changes = Atomic(0)

    package init(_ facts: HostFacts) { state = Locked(State(facts: facts)) }

    package var current: HostFacts { state.withLock { $0.facts } }
    package var questions: Questions { state.withLock { $0.questions } }

    /// The number of changes.
    var version: Int { changes.load(ordering: .acquiring) }

    /// Reads facts without a copy of them all.
    func read<Value: Sendable, Failure: Error>(
        _ body: (HostFacts) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try state.withLock { state throws(Failure) in try body(state.facts) }
    }

    /// Changes the facts, and announces that every answer may have changed.
    package func change(_ body: (inout HostFacts) -> Void) {
        let bells = state.withLock { state in
            body(&state.facts)
            changes.add(1, ordering: .acquiringAndReleasing)
            return Array(state.bells.values)
        }
        for bell in bells { bell.ring() }
    }

    /// Notes a question to polkit.
    func note(_ question: PolkitQuestion, toPerson: Bool) {
        state.withLock { state in
            state.questions.polkit.append(question)
            if toPerson { state.questions.toPersons += 1 }
        }
    }

    /// Notes a question on the terminal, and returns its answer.
    func answer(onTerminal question: String) -> TerminalAnswer? {
        state.withLock { state in
            state.questions.terminal.append(question)
            if state.facts.terminal.count > 1 { return state.facts.terminal.removeFirst() }
            return state.facts.terminal.first
        }
    }

    fileprivate func listen(_ listener: DescribedChanges, _ bell: Bell) {
        state.withLock { $0.bells[ObjectIdentifier(listener)] = bell }
    }

    fileprivate func stop(_ listener: ObjectIdentifier) {
        state.withLock { _ = $0.bells.removeValue(forKey: listener) }
    }
}

/// The changes of described facts from now on.
final class DescribedChanges: ChangeSource {
    private let facts: DescribedFacts
    private let seen: Atomic<Int>

    init(of facts: DescribedFacts, waking bell: Bell) {
        self.facts = facts
        seen = Atomic(facts.version)
        facts.listen(self, bell)
    }

    deinit { facts.stop(ObjectIdentifier(self)) }

    func takeChange() -> Bool {
        let version = facts.version
        return seen.exchange(version, ordering: .acquiringAndReleasing) != version
    }
}
