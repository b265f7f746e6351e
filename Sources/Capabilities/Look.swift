public import Procedures

extension Deadlines {
    /// How long a look may take unless the gate, the policy or the procedure says otherwise: 5 s.
    ///
    /// The same for every gate, for `updates`, for `GetAuthorizationStatus` and for the requirements of a
    /// policy. A look that takes longer is cancelled, and abandoned and counted if it ignores that. There
    /// is no answer then, which opens nothing.
    public static let look: Duration = .seconds(5)
}

/// What a look found, and the very thing that it judged, where there is one: an open descriptor, a
/// bound socket. It is let go with the last copy of the look.
public struct Look<Subject: Capability>: Sendable {
    public let status: Subject.Status
    /// For the family of the capability to use, through ``Permit/held``.
    public let held: Subject.Held?

    /// - Parameter held: Closes what it holds when it goes. Only a look that says yes need hold anything.
    public init(_ status: Subject.Status, holding held: Subject.Held? = nil) {
        self.status = status
        self.held = held
    }
}

/// A verdict, and the look that led to it where it lets work in.
package struct Found<Subject: Capability>: Sendable {
    package let verdict: Verdict
    /// Nothing is held unless the verdict is authorized.
    package let look: Look<Subject>?
    /// The verdict of a look, if the request for the capability came to another: a yes for this once, or
    /// a no with the reasons of both.
    package let otherwise: Verdict?

    package init(
        _ verdict: Verdict,
        by look: Look<Subject>? = nil,
        otherwise: Verdict? = nil
    ) {
        self.verdict = verdict
        self.look = verdict.isAuthorized ? look : nil
        self.otherwise = otherwise
    }
}

extension Capability {
    /// Looks, and judges what was seen by the requirement. Whatever goes wrong is no answer.
    ///
    /// - Parameter holding: Whether to hold what was judged for work that follows.
    package func found(holding: Bool = true) async -> Found<Self> {
        if case .unavailable(let reason) = await isAvailable() {
            return Found(.undetermined([reason]))
        }
        do {
            let look = holding ? try await look() : Look(try await authorizationStatus())
            return Found(await assuming(look.status.meets(requirement)), by: look)
        } catch {
            return Found(verdict(of: .failure(error)))
        }
    }
}

extension Result where Failure == any Error {
    /// What `body` comes to.
    static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
