import Capabilities
import Procedures
import WarrantTesting

/// A capability that is denied for a valid reason. A test can make each part of it wrong.
struct Crooked: Capability {
    typealias Held = Int

    static let no = Verdict.denied([Reason("key-missing", "key", "is not there")])

    /// Returns the verdict, by the number of the check and its cancellation.
    typealias Find = @Sendable (_ looks: Int, _ isCancelled: Bool) async throws -> Verdict

    var name = "use the key"
    var requirement: any Sendable & Equatable = 1
    /// Capabilities are equal if this is, and it is also their hash.
    var identity = 1
    var salt = 0
    var availability = Availability.available
    var find: Find = { _, _ in no }
    var held: Int?
    /// Returns the verdict of the check for a permit, if that differs.
    var permitted: Find?
    var asking: Find?
    var telling: (@Sendable () -> StatusUpdates<Status>)?
    let looks = Counter()

    struct Status: AuthorizationStatus {
        let verdict: @Sendable () -> Verdict
        func meets(_ requirement: any Sendable & Equatable) -> Verdict { verdict() }
    }

    func isAvailable() async -> Availability { availability }

    func authorizationStatus() async throws -> Status { try await status(find) }

    func requestAuthorization() async throws -> Status { try await status(asking ?? find) }

    func look() async throws -> Look<Self> {
        Look(try await status(permitted ?? find), holding: held)
    }

    var updates: StatusUpdates<Status> {
        let unreported = Reason("not-watched", name, "may be put back, and nobody tells")
        return telling?() ?? StatusUpdates(once: unreported) { try await status(find) }
    }

    private func status(_ find: Find) async throws -> Status {
        let verdict = try await find(looks.next(), Task.isCancelled)
        return Status { verdict }
    }

    static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity + salt) }
}

extension CapabilityContract {
    /// Returns a contract for which no time passes: nothing is late, however long other processes keep the machine
    /// busy.
    static func untimed(_ make: @escaping @Sendable () async throws -> Subject) -> Self {
        Self(clock: ManualClock(), making: make)
    }
}

/// Counts from 1.
final class Counter: Sendable {
    private let count = Locked(0)

    var value: Int { count.withLock { $0 } }

    @discardableResult
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A lock whose verdict a test sets.
final class Lock: Sendable {
    private let state = Locked(Crooked.no)

    var verdict: Verdict {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
