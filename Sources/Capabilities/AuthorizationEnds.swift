import Procedures

/// The reason why a capability is no longer authorized, as soon as that is so, for work that it admitted.
///
/// It also ends if there is no answer, or if nothing announces changes any more.
struct AuthorizationEnds<Subject: Capability>: AsyncSequence, Sendable {
    let capability: Subject
    let updates: StatusUpdates<Subject.Status>
    /// The verdict of looks beside a one-time yes. It does not end the authorization.
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
