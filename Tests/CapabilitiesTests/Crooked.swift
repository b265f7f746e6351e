import Capabilities
import Procedures
import WarrantTesting

/// A capability that is denied for a good reason, and of which any part can be made wrong.
struct Crooked: Capability {
    typealias Held = Int

    static let no = Verdict.denied([Reason("key-missing", "key", "is not there")])

    /// What it finds to be, by the number of the look and whether that was cancelled.
    typealias Find = @Sendable (_ looks: Int, _ isCancelled: Bool) async throws -> Verdict

    var name = "use the key"
    var requirement: any Sendable & Equatable = 1
    /// Two are equal by this, and have it as their hash.
    var identity = 1
    var salt = 0
    var availability = Availability.available
    var find: Find = { _, _ in no }
    var held: Int?
    /// What a look for a permit finds, where that is something else.
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
    /// One for which no time passes: however long others keep the machine, nothing is late.
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

/// Whether there is a key, which a test says.
final class Lock: Sendable {
    private let state = Locked(Crooked.no)

    var verdict: Verdict {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
