import Capabilities
import Procedures
import Text

/// A capability in one situation, and the violations found in it.
struct Inspection<Subject: Capability> {
    let capability: Subject
    let expected: Verdict.Answer?
    let limit: Duration
    private let timer: DeadlineTimer
    private(set) var violations: [ContractViolation] = []

    init(
        _ capability: Subject,
        expected: Verdict.Answer?,
        limit: Duration,
        timer: DeadlineTimer
    ) {
        self.capability = capability
        self.expected = expected
        self.limit = limit
        self.timer = timer
    }

    mutating func note(_ rule: ContractViolation.Rule, _ message: String) {
        violations.append(ContractViolation(rule, capability.name, expected, message))
    }

    mutating func check(
        _ rule: ContractViolation.Rule,
        _ holds: Bool,
        _ message: @autoclosure () -> String
    ) {
        if !holds { note(rule, message()) }
    }

    mutating func checkSituation(_ verdict: Verdict) {
        guard let expected else { return }
        check(
            .situation,
            verdict.answer == expected,
            "is \(verdict.inWords); arrange what makes it \(expected), or mend the look"
        )
    }
}

/// An error of a call that did not end in time.
struct Late: Error, CustomStringConvertible {
    let description: String
}

/// The result of one kind of look.
struct Sighting: Sendable {
    let verdict: Verdict
    var holds = false
    /// True if the answer applies only once, and later looks may differ.
    var isForThisOnce = false
    /// The error that it threw. There is no answer then.
    var failure: String?
    /// Keeps the result of a request alive, since the authorization may end with it.
    var status: (any Sendable)?
}

// The kinds of looks. Each of them ends within the limit.
extension Inspection {
    func timed<Value: Sendable>(
        _ what: String,
        _ body: @escaping @Sendable () async -> Value
    ) async throws(Late) -> Value {
        if let value = await withDeadline(limit, on: timer, body) { return value }
        throw Late(
            description: "did not end \(what) within \(limit.inWords); "
                + "end on cancellation, and move calls that block to a thread of their own"
        )
    }

    func availability() async throws(Late) -> Availability {
        let capability = capability
        return try await timed("`isAvailable`") { await capability.isAvailable() }
    }

    /// Returns the verdict as the three verbs compute it.
    func verdict() async throws(Late) -> Verdict {
        let capability = capability
        return try await timed("`verdict`") { await capability.verdict() }
    }

    func status() async throws(Late) -> Sighting {
        let capability = capability
        return try await timed("`authorizationStatus`") {
            await capability.sighting { Look(try await capability.authorizationStatus()) }
        }
    }

    /// Looks as for a permit.
    func look() async throws(Late) -> Sighting {
        let capability = capability
        return try await timed("`look`") { await capability.sighting(capability.look) }
    }

    func request() async throws(Late) -> Sighting {
        let capability = capability
        return try await timed("`requestAuthorization`") {
            await capability.sighting { Look(try await capability.requestAuthorization()) }
        }
    }

    /// Looks in a task that was cancelled before the look began.
    func cancelledLook() async throws(Late) -> Sighting {
        let capability = capability
        return try await timed("a cancelled `look`") {
            await withTaskGroup(of: Sighting.self) { group in
                group.cancelAll()
                group.addTask { await capability.sighting(capability.look) }
                return await group.next() ?? Sighting(verdict: .undetermined([]))
            }
        }
    }
}

extension Capability {
    fileprivate func sighting(_ look: () async throws -> Look<Self>) async -> Sighting {
        do {
            let look = try await look()
            return Sighting(
                verdict: look.status.meets(requirement),
                holds: look.held != nil,
                isForThisOnce: look.status.isForThisOnce,
                status: look.status
            )
        } catch {
            return Sighting(verdict: .undetermined([]), failure: "\(error)")
        }
    }
}

extension Verdict {
    /// The verdict for messages: `denied (search-refused)`.
    var inWords: String {
        let codes = codes.map(\.rawValue).joined(separator: ", ")
        return codes.isEmpty ? answer.rawValue : "\(answer) (\(codes))"
    }

    /// Returns whether the answers, and the codes and objects of their reasons, are the same. Numbers in a message may
    /// differ.
    func agrees(with other: Verdict) -> Bool {
        answer == other.answer
            && reasons.map { [$0.code.rawValue, $0.object] }
                == other.reasons.map { [$0.code.rawValue, $0.object] }
    }
}
