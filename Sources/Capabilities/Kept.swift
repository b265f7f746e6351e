public import Procedures

/// A capability whose answer may be kept until ``Capability/updates`` announces a change.
///
/// Conform to it only if the system announces the changes of the answer, as systemd and polkit do. Files, ports and
/// kernel capabilities are no such capabilities, although a change of them may give an update. polkit announces no
/// change of a user's groups, nor of what a rule reads elsewhere.
public protocol KeepableCapability: Capability {
    /// The reason why no answer is kept, for example for a subject that changes unnoticed; nil if answers are kept. By
    /// default ``StatusUpdates/unreported``.
    var unkeepable: Reason? { get }
}

extension KeepableCapability {
    public var unkeepable: Reason? { updates.unreported }
}

/// A capability whose answer is kept until the system announces a change.
///
/// Create it once, and use it for many questions, such as those of the requests to a service:
///
/// ```swift
/// let database = Kept(SystemdUnit("db.service", .active))
///
/// func answer(_ request: Request) async throws -> Response {
///     try await require(database)              // asks systemd only after a change
/// }
/// ```
///
/// - The first question begins to listen for changes, then looks. Listening ends when the last reference is released.
/// - From the announcement of a change on, the earlier answer is not given any more. The next question looks, and is
///   authorized only by a look that began after the announcement. An announcement takes a moment to arrive. What
///   happened in that moment is no more known than what happens between any look and the use of its answer.
/// - Questions share a look that began after the last change, and one look runs at a time, apart from looks past their
///   limit. A question waits for two looks at most, however many changes are announced, and no longer than its gate
///   permits.
/// - Kept capabilities with equal bases and equal limits share all of this: one listens, one looks, and each has the
///   answer.
/// - Only a yes or a no is kept. A failed look, an undetermined answer and the assumptions of a yes are not.
/// - If nothing announces changes any more, nothing is kept any more. Each question then looks anew, and each verdict
///   states why, with the code `not-watched`. If listening cannot begin, the next look tries again.
/// - An answer about this process is about the user that it had at the look. Create the first after the process has
///   changed its user.
///
/// A request for the capability is never answered from memory, and the look after it is new. A permit for it hands
/// nothing over.
public final class Kept<Base: KeepableCapability>: Capability {
    /// A status, with the reason why none is kept.
    public struct Status: AuthorizationStatus {
        public let base: Base.Status
        /// The reason why no answer is kept; nil while changes are announced.
        public let unkept: Reason?

        public func meets(_ requirement: Base.Status.Requirement) -> Verdict {
            base.meets(requirement).adding(unkept)
        }

        public var isForThisOnce: Bool { base.isForThisOnce }
    }

    public let base: Base
    public let name: String
    private let answer: KeptAnswer<Base>

    /// - Parameter limit: The longest time for each look, and for beginning to listen. A gate may wait less.
    public convenience init(_ base: Base, within limit: Duration = Deadlines.look) {
        self.init(base, KeptAnswers.ofProcess.answer(of: base, within: limit))
    }

    /// Creates a capability that shares its answer with no other.
    package convenience init(_ base: Base, within limit: Duration, _ patience: Patience) {
        self.init(base, KeptAnswer(base, within: limit, patience))
    }

    private init(_ base: Base, _ answer: KeptAnswer<Base>) {
        self.base = base
        self.answer = answer
        name = base.name
    }

    public var requirement: Base.Status.Requirement { base.requirement }
    public var subjectName: String { base.subjectName }

    public func isAvailable() async -> Availability { await base.isAvailable() }

    public func assumptions() async -> [Assumption] { await base.assumptions() }

    public func authorizationStatus() async throws -> Status { try await answer.status() }

    public func requestAuthorization() async throws -> Status {
        // The change that the request made may not be announced yet.
        defer { answer.forget() }
        return Status(base: try await base.requestAuthorization(), unkept: nil)
    }

    /// The updates of the base. Once they have given a status, no older answer is given to any question.
    public var updates: StatusUpdates<Status> {
        base.updates.looking { [answer] in
            answer.forget()
            return try await answer.status()
        }
    }

    public static func == (one: Kept, other: Kept) -> Bool { one.base == other.base }

    public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension Kept: Remembering {
    var remembered: Verdict? { answer.remembered }
}

/// A capability that may know its verdict without a look.
protocol Remembering: Capability {
    /// The verdict, as a look would find it; nil if only a look can tell.
    var remembered: Verdict? { get }
}

/// A capability whose yes never has assumptions.
package protocol Unconditional: Capability {}

extension Kept: Askable where Base: Askable {
    package var canBeAskedFor: Bool { base.canBeAskedFor }
}

extension Verdict {
    /// Returns this verdict with a further reason.
    fileprivate func adding(_ reason: Reason?) -> Verdict {
        guard let reason else { return self }
        return switch self {
        case .authorized(let reasons): .authorized(reasons + [reason])
        case .denied(let reasons): .denied(reasons + [reason])
        case .undetermined(let reasons): .undetermined(reasons + [reason])
        }
    }
}
