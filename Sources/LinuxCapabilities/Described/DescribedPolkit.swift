import LinuxSystem
import Procedures

/// The described answers of polkit.
struct DescribedPolkit: PolkitProbe {
    let facts: DescribedFacts

    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        try answer(to: question, byPerson: false)
    }

    /// Returns the answer of a person, which polkit keeps.
    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        if let answer = facts.read({ $0.polkit[question.action]?.ofPerson }) {
            facts.change {
                $0.polkit[question.action]?.answer = answer
                $0.polkit[question.action]?.hasAnswer = true
            }
        }
        return try answer(to: question, byPerson: true)
    }

    private func answer(to question: PolkitQuestion, byPerson: Bool) throws -> PolkitAnswer? {
        if let failure = facts.read({ $0.polkitFailure }) { throw failure }
        facts.note(question, toPerson: byPerson)
        let (found, isWhole) = facts.read { ($0.polkit[question.action], $0.isWhole) }
        guard let known = found else {
            if isWhole { return nil }
            throw MissingFact("the action \(question.action)", in: "polkit")
        }
        if case .process(let process) = question.subject, let own = known.answers[process.user] {
            return own
        }
        guard known.hasAnswer else {
            throw MissingFact("the action \(question.action) for this user", in: "polkit")
        }
        return known.answer
    }

    func owner(ofName name: String) async throws -> String? {
        try facts.busName(name).owner
    }

    /// Returns the user of the described process. The described bus has the same ids.
    func ownUserOnBus() async throws -> UInt32 {
        try DescribedProcesses(facts: facts).ownUsers().effective
    }

    func session(withID id: String) async throws -> SessionFacts? {
        let (session, isWhole) = facts.read { ($0.sessions[id], $0.isWhole) }
        guard session != nil || isWhole else { throw MissingFact("the session \(id)") }
        return session
    }

    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        DescribedChanges(of: facts, waking: bell)
    }
}
