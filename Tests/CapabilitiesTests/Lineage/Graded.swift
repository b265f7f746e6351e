import Capabilities
import Procedures

/// A capability with grades: the fixture of lineage K.
struct Graded: Capability {
    enum Grade: Int, Sendable { case unknown, minimum, maximum }

    struct Status: AuthorizationStatus, Hashable {
        let grade: Grade

        func meets(_ requirement: Grade) -> Verdict {
            if grade.rawValue >= requirement.rawValue { return .authorized() }
            let message = "is \(grade), where \(requirement) is needed"
            return .denied([Reason("grade-too-low", "account", message, cause: .permission)])
        }
    }

    /// The owner of a grade, with the result of a request and the calls that were made.
    final class Account: Sendable {
        private let state: Locked<(grade: Grade, calls: [String])>
        let answer: Grade
        let availability: Availability

        init(
            _ grade: Grade = .unknown,
            answer: Grade = .maximum,
            _ availability: Availability = .available
        ) {
            state = Locked((grade, []))
            self.answer = answer
            self.availability = availability
        }

        var calls: [String] { state.withLock { $0.calls } }

        fileprivate func note(_ call: String) -> Status {
            state.withLock { state in
                state.calls.append(call)
                if call == "asked" { state.grade = answer }
                return Status(grade: state.grade)
            }
        }
    }

    let account: Account
    let requirement: Grade
    /// True if every answer comes only after other tasks had a turn.
    var isSlow = false

    init(_ account: Account, _ requirement: Grade = .minimum, isSlow: Bool = false) {
        self.account = account
        self.requirement = requirement
        self.isSlow = isSlow
    }

    var name: String { "use the account" }

    func isAvailable() async -> Availability {
        await pause()
        return account.availability
    }

    func authorizationStatus() async throws -> Status {
        await pause()
        return account.note("looked")
    }

    func requestAuthorization() async throws -> Status {
        await pause()
        return account.note("asked")
    }

    private func pause() async {
        if isSlow { await Task.yield() }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.account === other.account && one.requirement == other.requirement
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(account))
        hasher.combine(requirement)
    }
}
