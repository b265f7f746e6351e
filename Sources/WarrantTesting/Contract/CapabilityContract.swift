public import Capabilities
import Procedures

/// A test of the rules that the engine and reports require of every capability.
///
/// ```swift
/// @Test func `keeps the contract of capabilities`() async {
///     let disk = Disk()
///     let contract = CapabilityContract { SpareRoom(disk: disk) }
///         .unlike(SpareRoom(disk: Disk()))
///         .authorized { disk.free = 2 << 30 }
///         .denied { disk.free = 0 }
///         .keeping("what is free") { disk.free }
///
///     let violations = await contract.violations()
///     #expect(violations == [])
/// }
/// ```
///
/// It looks many times. It asks if the engine would: if the capability is available and not authorized. On a real
/// system that may start a unit or prompt a person, so give the capability a fake, or call ``lookingOnly()``. Each rule
/// is a case of ``ContractViolation/Rule``.
public struct CapabilityContract<Subject: Capability>: Sendable {
    /// A situation: the code that arranges it, and the answer that the capability must then give.
    struct Scene: Sendable {
        let expected: Verdict.Answer?
        let arrange: @Sendable () async throws -> Void
    }

    let make: @Sendable () async throws -> Subject
    let limit: Duration
    let timer: DeadlineTimer
    private(set) var others: [Subject] = []
    private(set) var scenes: [Scene] = []
    private(set) var kept: [KeptValue] = []
    private(set) var asks = true

    private init(
        _ make: @escaping @Sendable () async throws -> Subject,
        _ limit: Duration,
        _ timer: DeadlineTimer
    ) {
        self.make = make
        self.limit = limit
        self.timer = timer
    }

    /// - Parameter limit: The time for each look and each request.
    public init(_ capability: Subject, within limit: Duration = .seconds(10)) {
        self.init({ capability }, limit, .shared)
    }

    /// - Parameters:
    ///   - limit: The time for each look and each request.
    ///   - make: Creates the same capability anew each time. All of them must be equal.
    public init(
        within limit: Duration = .seconds(10),
        making make: @escaping @Sendable () async throws -> Subject
    ) {
        self.init(make, limit, .shared)
    }

    /// Creates a contract whose limit is measured by another clock.
    public init<Time: Clock<Duration>>(
        within limit: Duration = .seconds(10),
        clock: Time,
        making make: @escaping @Sendable () async throws -> Subject
    ) {
        self.init(make, limit, DeadlineTimer(clock: clock))
    }
}

// Facts about the capability that its author supplies.
extension CapabilityContract {
    /// Adds capabilities for another resource, subject or host. None of them may be equal to this one.
    public func unlike(_ others: Subject...) -> Self { changed { $0.others += others } }

    /// Adds a situation in which the capability must be authorized after `arrange`, and checks every rule in it.
    ///
    /// Situations are arranged in the order written. Without any, the capability is checked as it is.
    public func authorized(_ arrange: @escaping @Sendable () async throws -> Void) -> Self {
        changed { $0.scenes.append(Scene(expected: .authorized, arrange: arrange)) }
    }

    /// Adds a situation in which the capability must be denied after `arrange`, and checks every rule in it.
    public func denied(_ arrange: @escaping @Sendable () async throws -> Void) -> Self {
        changed { $0.scenes.append(Scene(expected: .denied, arrange: arrange)) }
    }

    /// Adds a situation in which the capability must be undetermined after `arrange`, and checks every rule in it.
    public func undetermined(_ arrange: @escaping @Sendable () async throws -> Void) -> Self {
        changed { $0.scenes.append(Scene(expected: .undetermined, arrange: arrange)) }
    }

    /// Adds an external value that no look may change, such as the number of requests or the writes of a fake.
    ///
    /// - Parameter what: The name of the value in reports: `the number of requests`.
    public func keeping<Value: Equatable & Sendable>(
        _ what: String,
        _ value: @escaping @Sendable () async throws -> Value
    ) -> Self {
        changed { $0.kept.append(KeptValue(what, value)) }
    }

    /// Never asks, for a capability whose requests would change the system. The rules for asking are then not checked.
    public func lookingOnly() -> Self { changed { $0.asks = false } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension CapabilityContract {
    /// Checks all rules.
    ///
    /// It always ends, even if the capability does not: a call without an answer within the limit is cancelled, and
    /// abandoned if it ignores that.
    ///
    /// - Returns: The violations, in the order of the rules within each situation. Empty if the capability keeps the
    ///   contract.
    public func violations() async -> [ContractViolation] {
        var found: [ContractViolation] = []
        var last: Subject?
        for scene in scenes.isEmpty ? [Scene(expected: nil, arrange: {})] : scenes {
            do {
                let listener = await listener(to: last)
                try await scene.arrange()
                let (capability, twin) = (try await make(), try await make())
                found += await violations(in: scene, by: capability, twin, listener)
                last = capability
            } catch {
                let problem = "could not be made or arranged: \(error); mend the test"
                found.append(ContractViolation(.situation, "", scene.expected, problem))
            }
        }
        // A wrong name or equality is wrong in every situation, and is reported once.
        var seen: Set<ContractViolation> = []
        return found.filter { seen.insert($0.rule.isOfEverySituation ? $0.anywhere : $0).inserted }
    }

    private func listener(to capability: Subject?) async -> Listener? {
        guard let capability else { return nil }
        return await withDeadline(limit, on: timer) { await Listener(to: capability) } ?? nil
    }

    private func violations(
        in scene: Scene,
        by capability: Subject,
        _ twin: Subject,
        _ listener: Listener?
    ) async -> [ContractViolation] {
        var inspection = Inspection(
            capability,
            expected: scene.expected,
            limit: limit,
            timer: timer
        )
        inspection.checkIdentity(twin: twin, others: others)
        inspection.checkName()
        do {
            await inspection.checkTelling(listener)
            try await inspection.checkLooks(keeping: kept)
            try await inspection.checkCancellation()
            try await inspection.checkUpdates()
            if asks { try await inspection.checkAsking() }
        } catch {
            inspection.note(.deadline, "\(error)")
        }
        return inspection.violations
    }
}

/// A value that must be the same before and after the looks.
struct KeptValue: Sendable {
    /// Returns a description of the change since the first reading, or nil if there is none.
    typealias Comparison = @Sendable () async throws -> String?

    let compared: @Sendable () async throws -> Comparison

    init<Value: Equatable & Sendable>(
        _ what: String,
        _ value: @escaping @Sendable () async throws -> Value
    ) {
        compared = {
            let before = try await value()
            return {
                let after = try await value()
                return before == after ? nil : "changed \(what) from \(before) to \(after)"
            }
        }
    }
}
