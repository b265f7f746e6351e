package import LinuxCapabilities
package import LinuxSystem
import Procedures
import Synchronization

/// A polkit that answers by a table, and by another once a person was asked.
package final class FakePolkit: PolkitProbe {
    private struct State {
        var answers: [String: PolkitAnswer]
        var persons: [String: PolkitAnswer]
        var questions: [PolkitQuestion] = []
        var requests = 0
        var sources: [(Source, Bell)] = []
    }

    private let state: Locked<State>
    private let owners: [String: String]
    private let sessions: [String: SessionFacts]
    private let failure: BusFailure?

    /// - Parameters:
    ///   - answers: By action; what is not in it polkit does not know.
    ///   - persons: What comes of asking a person, which polkit then keeps; by action.
    ///   - owners: Of names on the bus.
    package init(
        _ answers: [String: PolkitAnswer] = [:],
        persons: [String: PolkitAnswer] = [:],
        owners: [String: String] = [:],
        sessions: [String: SessionFacts] = [:],
        failing failure: BusFailure? = nil
    ) {
        state = Locked(State(answers: answers, persons: persons))
        self.owners = owners
        self.sessions = sessions
        self.failure = failure
    }

    /// What polkit was asked, in order.
    package var questions: [PolkitQuestion] { state.withLock { $0.questions } }
    /// How often it asked a person.
    package var requests: Int { state.withLock { $0.requests } }

    /// Polkit says something else from now on, and tells whoever listens.
    package func change(_ action: String, to answer: PolkitAnswer?) {
        let sources = state.withLock { state in
            state.answers[action] = answer
            return state.sources
        }
        for (source, bell) in sources {
            source.hasChanged.store(true, ordering: .relaxed)
            bell.ring()
        }
    }

    package func answer(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        if let failure { throw failure }
        return state.withLock { state in
            state.questions.append(question)
            return state.answers[question.action]
        }
    }

    package func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        if let failure { throw failure }
        return state.withLock { state in
            state.questions.append(question)
            state.requests += 1
            if let answer = state.persons[question.action] {
                state.answers[question.action] = answer
            }
            return state.answers[question.action]
        }
    }

    package func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        let source = Source()
        state.withLock { $0.sources.append((source, bell)) }
        return source
    }

    /// Whether the table changed.
    private final class Source: ChangeSource {
        let hasChanged = Atomic(false)

        func takeChange() -> Bool { hasChanged.exchange(false, ordering: .relaxed) }
    }

    package func owner(ofName name: String) async throws -> String? { owners[name] }

    package func session(withID id: String) async throws -> SessionFacts? { sessions[id] }
}
