public import Capabilities
import Procedures

/// What every capability promises to the engine and to reports, checked on one of yours.
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
/// It looks again and again, and asks where the engine would: where the capability is available and not
/// authorized. On a real system that may start a unit or prompt a person: give it a fake, or say
/// ``lookingOnly()``. Each rule is a case of ``ContractViolation/Rule``.
public struct CapabilityContract<Subject: Capability>: Sendable {
    /// Brings about what a capability should then be found to be.
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

    /// - Parameter limit: How long each look and each request may take.
    public init(_ capability: Subject, within limit: Duration = .seconds(10)) {
        self.init({ capability }, limit, .shared)
    }

    /// - Parameters:
    ///   - limit: How long each look and each request may take.
    ///   - make: Makes the same capability anew each time. Those it makes must be equal.
    public init(
        within limit: Duration = .seconds(10),
        making make: @escaping @Sendable () async throws -> Subject
    ) {
        self.init(make, limit, .shared)
    }

    /// The same, with the limit by another clock.
    public init<Time: Clock<Duration>>(
        within limit: Duration = .seconds(10),
        clock: Time,
        making make: @escaping @Sendable () async throws -> Subject
    ) {
        self.init(make, limit, DeadlineTimer(clock: clock))
    }
}

// What the author of a capability can tell of it.
extension CapabilityContract {
    /// These ask something else, of another resource, subject or host, so that none may be equal to it.
    public func unlike(_ others: Subject...) -> Self { changed { $0.others += others } }

    /// Checks everything also where the capability must be authorized once this was done.
    ///
    /// Situations are brought about in the order written. Without any, the capability is taken as it is.
    public func authorized(_ arrange: @escaping @Sendable () async throws -> Void) -> Self {
        changed { $0.scenes.append(Scene(expected: .authorized, arrange: arrange)) }
    }

    /// Checks everything also where the capability must be denied once this was done.
    public func denied(_ arrange: @escaping @Sendable () async throws -> Void) -> Self {
        changed { $0.scenes.append(Scene(expected: .denied, arrange: arrange)) }
    }

    /// Checks everything also where the capability must have no answer once this was done.
    public func undetermined(_ arrange: @escaping @Sendable () async throws -> Void) -> Self {
        changed { $0.scenes.append(Scene(expected: .undetermined, arrange: arrange)) }
    }

    /// A value of the world that no look may change: how often it was asked, what a fake has written.
    ///
    /// - Parameter what: As a report says it: `the number of requests`.
    public func keeping<Value: Equatable & Sendable>(
        _ what: String,
        _ value: @escaping @Sendable () async throws -> Value
    ) -> Self {
        changed { $0.kept.append(KeptValue(what, value)) }
    }

    /// Never asks, where that would change the system; what asking promises is then not checked.
    public func lookingOnly() -> Self { changed { $0.asks = false } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension CapabilityContract {
    /// Checks it all.
    ///
    /// It always ends, also where the capability does not: what does not answer within the limit is
    /// cancelled, and abandoned if it ignores that.
    ///
    /// - Returns: What to mend, in the order of the rules within each situation; nothing where the
    ///   capability keeps the contract.
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
        // A name or an equality is as wrong in every situation: said once.
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

/// A value that must be the same before and after.
struct KeptValue: Sendable {
    /// Tells, later, what has changed since; nil where nothing has.
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
