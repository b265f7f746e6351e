import Capabilities
import PolicyLanguage
import Procedures

/// Reports the reason as soon as a policy no longer holds, for work that the policy admitted.
///
/// A missing answer, or the end of the updates for a requirement, also counts as an end.
struct PolicyEnds: AsyncSequence, Sendable {
    /// The policy with only the requirements that decide.
    private let policy: Policy
    private let questions: [Policy.Question]
    private let limit: Duration
    private let patience: Patience

    init(_ policy: Policy, within limit: Duration, _ patience: Patience) {
        self.policy = policy.withoutAdvice
        questions = self.policy.questions(within: limit)
        self.limit = limit
        self.patience = patience
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(ends: self, latest: LatestVerdicts(questions.count))
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let ends: PolicyEnds
        fileprivate let latest: LatestVerdicts

        /// Returns only after all its subscriptions have ended.
        func next() async -> Reason? {
            await withTaskGroup(of: Reason?.self) { group in
                for (index, question) in ends.questions.enumerated() {
                    group.addTask { await ending(index, question.capability, question.limit) }
                }
                for await reason in group {
                    guard let reason else { continue }
                    group.cancelAll()
                    return reason
                }
                return nil
            }
        }

        private func ending(
            _ index: Int,
            _ capability: some Capability,
            _ limit: Duration
        ) async -> Reason? {
            var updates = capability.updates.within(limit, ends.patience).makeAsyncIterator()
            do throws(Unwatched) {
                while let update = try await updates.next() {
                    let verdict = capability.verdict(of: update)
                    if let reason = await ending(index, verdict) { return reason }
                }
                return nil
            } catch {
                return error.reason
            }
        }

        /// The other questions are checked again: they may have changed too, and their updates may still be on the way.
        private func ending(_ index: Int, _ verdict: Verdict) async -> Reason? {
            let known = latest.note(verdict, of: index)
            guard !known.contains(nil), await ends.reason(given: known) != nil else { return nil }
            var fresh = [Verdict?](repeating: nil, count: known.count)
            fresh[index] = verdict
            return await ends.reason(given: fresh)
        }
    }

    /// Returns the reason why the policy does not hold, from the given verdicts and from checks of the other questions.
    private func reason(given verdicts: [Verdict?]) async -> Reason? {
        let report = await policy.with(verdicts).check(within: limit, patience)
        guard report.outcome != .holds else { return nil }
        let unsaid = Reason(.authorizationEnded, "policy \(policy.name)", "no longer holds")
        return report.verdict.reasons.first ?? unsaid
    }
}

/// The latest verdict of each question; nil before the first.
private final class LatestVerdicts: Sendable {
    private let verdicts: Locked<[Verdict?]>

    init(_ count: Int) { verdicts = Locked(Array(repeating: nil, count: count)) }

    /// - Returns: All latest verdicts.
    func note(_ verdict: Verdict, of index: Int) -> [Verdict?] {
        verdicts.withLock { verdicts in
            verdicts[index] = verdict
            return verdicts
        }
    }
}
