public import Capabilities
import Synchronization

/// A capability that gives the verdicts it was told to, in order, then repeats the last.
///
/// Equal only to itself.
public final class ScriptedCapability: Capability {
    /// What a scripted look finds.
    public struct Status: AuthorizationStatus {
        private let verdict: Verdict

        public init(_ verdict: Verdict) { self.verdict = verdict }

        public func meets(_ requirement: Void) -> Verdict { verdict }
    }

    public let name: String
    public var requirement: Void { () }
    private let answers: Mutex<(rest: [Result<Verdict, any Error>], looks: Int)>
    private let availability: Availability

    public init(
        _ name: String = "scripted",
        _ verdicts: Verdict...,
        availability: Availability = .available
    ) {
        self.name = name
        self.availability = availability
        answers = Mutex((verdicts.map { .success($0) }, 0))
    }

    /// A capability whose every look throws.
    public init(_ name: String = "scripted", failing error: any Error) {
        self.name = name
        availability = .available
        answers = Mutex(([.failure(error)], 0))
    }

    /// How often it was looked at.
    public var looks: Int { answers.withLock { $0.looks } }

    public func isAvailable() async -> Availability { availability }

    public func authorizationStatus() async throws -> Status {
        let answer = answers.withLock { answers in
            answers.looks += 1
            return answers.rest.count > 1 ? answers.rest.removeFirst() : answers.rest.first
        }
        return Status(try answer?.get() ?? .undetermined([]))
    }

    public static func == (one: ScriptedCapability, other: ScriptedCapability) -> Bool {
        one === other
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
