import Text

/// The reaction of a group to a procedure that does not succeed.
public enum FailurePolicy: Hashable, Sendable {
    /// Cancels the others at once, and fails.
    case failFast
    /// Lets all others end, and then fails.
    case collect
    /// Succeeds. The outcomes in the output say how each procedure ended.
    case ignore
}

/// The outcome of one procedure of a group.
public struct GroupOutcome: Sendable {
    public let procedure: ProcedureIdentity
    public let outcome: Outcome<Void>
}

/// A procedure that runs others inside itself, and ends when all of them have ended.
///
/// ```swift
/// let backup = Group("backup", onFailure: .failFast) {
///     dump
///     upload
/// }
/// ```
///
/// They start when the group does, after its conditions. They do not use the group's slot, and they enter the exclusive
/// categories of the group again. They may depend on one another and on other procedures, and groups may be nested. A
/// skipped procedure has not failed. The output lists the outcomes in the order written. The group fails with
/// ``GroupFailure``.
///
/// A group can judge the end of each procedure for itself, and so forgive a failure or replace an error:
///
/// ```swift
/// let backup = Group("backup", onFailure: .failFast) {
///     dump
///     thumbnails
/// } judging: { child in
///     child.procedure.name == "thumbnails" ? .succeeded(()) : child.outcome
/// }
/// ```
public struct Group: ProcedureConvertible {
    public let procedure: Procedure<[GroupOutcome]>

    /// - Parameters:
    ///   - policy: The reaction to a procedure that does not succeed.
    ///   - width: The number of its procedures that may run at once, within the width of the queue. Less than 1 counts
    ///     as 1.
    ///   - judge: Returns the outcome that counts for the group. It is called once for each procedure, as soon as that
    ///     has ended, possibly for several at once. Like an observer, it holds up the engine.
    public init(
        _ name: String,
        onFailure policy: FailurePolicy = .collect,
        width: Int = .max,
        @ProcedureBuilder _ procedures: @Sendable () -> [any ProcedureConvertible],
        judging judge: (@Sendable (GroupOutcome) -> Outcome<Void>)? = nil
    ) {
        self.init(name, onFailure: policy, width: width, procedures(), judging: judge)
    }

    /// A group of a list of procedures. An empty list succeeds.
    public init(
        _ name: String,
        onFailure policy: FailurePolicy = .collect,
        width: Int = .max,
        _ procedures: [any ProcedureConvertible],
        judging judge: (@Sendable (GroupOutcome) -> Outcome<Void>)? = nil
    ) {
        let descriptions = procedures.map(\.erased)
        procedure = Procedure(name) { context in
            let ended =
                if let judge {
                    try await context.judged(descriptions, width, policy, judge)
                } else {
                    try await context.ended(descriptions, width, policy)
                }
            if policy != .ignore, ended.contains(where: \.hasFailed) {
                throw GroupFailure(group: name, outcomes: ended)
            }
            return ended
        }
    }
}

extension ProcedureContext {
    fileprivate func ended(
        _ procedures: [Description],
        _ width: Int,
        _ policy: FailurePolicy
    ) async throws -> [GroupOutcome] {
        let outcomes = try await outcomes(
            of: procedures,
            width: width,
            failsFast: policy == .failFast
        )
        return zip(procedures, outcomes).map {
            GroupOutcome(procedure: $0.identity, outcome: $1.summary)
        }
    }

    fileprivate func judged(
        _ procedures: [Description],
        _ width: Int,
        _ policy: FailurePolicy,
        _ judge: @escaping @Sendable (GroupOutcome) -> Outcome<Void>
    ) async throws -> [GroupOutcome] {
        let judged = procedures.map { _ in Ending<GroupOutcome>() }
        let doom = Doom()
        _ = try execution.inside.produce(procedures, width: width) { endings in
            for (procedure, (ending, judgement)) in zip(procedures, zip(endings, judged)) {
                ending.whenSettled { [execution] in
                    guard let outcome = ending.value?.summary else { return }
                    let child = GroupOutcome(procedure: procedure.identity, outcome: outcome)
                    let found = GroupOutcome(procedure: procedure.identity, outcome: judge(child))
                    if policy == .failFast, found.hasFailed, doom.isFirst {
                        let cause = Cancellation.Cause.sibling(procedure.identity.name)
                        execution.run.cancelChildren(of: execution, cause)
                    }
                    judgement.settle(found)
                }
            }
        }
        let all = FirstAnswer<Void>.all(judged)
        await execution.withoutSlot { await all.value() }
        return judged.compactMap(\.value)
    }

    /// Runs procedures inside this one, and waits until all have ended.
    func outcomes(
        of procedures: [Description],
        width: Int,
        failsFast: Bool
    ) async throws -> [ErasedOutcome] {
        let endings = try execution.inside.produce(procedures, width: width, failsFast: failsFast)
            .endings
        let all = FirstAnswer<Void>.all(endings)
        await execution.withoutSlot { await all.value() }
        return endings.compactMap(\.value)
    }
}

/// The first failure of a group that fails fast, which cancels all the others.
private final class Doom: Sendable {
    private let isDue = Locked(true)

    /// True once.
    var isFirst: Bool {
        isDue.withLock { isDue in
            defer { isDue = false }
            return isDue
        }
    }
}

extension GroupOutcome {
    fileprivate var hasFailed: Bool {
        switch outcome {
        case .succeeded, .skipped: false
        case .failed, .refused, .cancelled: true
        }
    }
}

/// An error of a group in which some procedures did not succeed.
public struct GroupFailure: Error, Sendable {
    public let group: String
    /// The outcomes of all procedures, in the order written.
    public let outcomes: [GroupOutcome]

    /// The procedures that failed, were refused or were cancelled, in the order written.
    public var failures: [GroupOutcome] { outcomes.filter(\.hasFailed) }
}

extension GroupFailure: CustomStringConvertible {
    public var description: String {
        let list = failures.map { "`\($0.procedure.name)` \($0.outcome)" }
        return """
            \(list.count) of \(outcomes.count) in `\(group)` did not succeed: \
            \(list.joined(separator: ", and "))
            """.onOneLine
    }
}
