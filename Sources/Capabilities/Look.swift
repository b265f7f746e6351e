public import Procedures

extension Deadlines {
    /// The default time limit of a look: 5 s. A gate, policy or procedure can set another.
    ///
    /// It is the same for every gate, for `updates`, for `GetAuthorizationStatus` and for the requirements of a policy.
    /// A look that takes longer is cancelled, and abandoned and counted if it ignores that. There is no answer then,
    /// which opens no gate.
    public static let look: Duration = .seconds(5)
}

/// The result of a look, with the very object that it judged, if there is one: an open descriptor, a bound socket. The
/// object is closed with the last copy of the look.
public struct Look<Subject: Capability>: Sendable {
    public let status: Subject.Status
    /// The judged object, which the capability's family uses through ``Permit/held``.
    public let held: Subject.Held?

    /// - Parameter held: Must close its object when it is released. Only an authorized look needs to hold an object.
    public init(_ status: Subject.Status, holding held: Subject.Held? = nil) {
        self.status = status
        self.held = held
    }
}

/// A verdict, with the look that led to it if it admits work.
package struct Found<Subject: Capability>: Sendable {
    package let verdict: Verdict
    /// The look; nil unless the verdict is authorized.
    package let look: Look<Subject>?
    /// The verdict of a look, if the request for the capability led to another one: a one-time yes, or a no with the
    /// reasons of both.
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
    /// Looks, and judges the status by the requirement. Any failure is no answer.
    ///
    /// - Parameter holding: True to hold the judged object for the work that follows.
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
    /// Returns the result of `body`.
    package static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
