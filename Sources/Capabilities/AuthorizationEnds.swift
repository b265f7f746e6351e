import Procedures

/// Why a capability is no longer authorized, as soon as it is not: for work that was let in by it.
///
/// Where there is no answer, or nothing tells of changes any more, that is an end too.
struct AuthorizationEnds<Subject: Capability>: AsyncSequence, Sendable {
    let capability: Subject
    let updates: StatusUpdates<Subject.Status>
    /// What looks say beside a yes that was given for this once, which is no end of it.
    let otherwise: Verdict?

    func makeAsyncIterator() -> Iterator {
        Iterator(
            capability: capability,
            otherwise: otherwise,
            updates: updates.makeAsyncIterator()
        )
    }

    struct Iterator: AsyncIteratorProtocol {
        let capability: Subject
        let otherwise: Verdict?
        var updates: StatusUpdates<Subject.Status>.Iterator

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Reason? {
            do throws(Unwatched) {
                while let update = try await updates.next(isolation: actor) {
                    let verdict = capability.verdict(of: update)
                    if !verdict.isAuthorized, verdict != otherwise { return reason(for: verdict) }
                }
                return nil
            } catch {
                return error.reason
            }
        }

        private func reason(for verdict: Verdict) -> Reason {
            let unsaid = Reason(
                .authorizationEnded,
                capability.name,
                "is no longer authorized"
            )
            return verdict.reasons.first ?? unsaid
        }
    }
}
