import TestSupport
import Testing
import WarrantTesting

@testable import Capabilities
@testable import Procedures

private struct Broken: Error, CustomStringConvertible {
    let description = "the disk is on fire"
}

private let no = Verdict.denied([Reason("no", "gauge", "is at zero")])
private let what = Verdict.undetermined([Reason("late", "gauge", "does not answer")])

@Suite(.timeLimit(.minutes(20))) struct `A kept answer` {
    private let queue = ProcedureQueue(width: 2)

    @Test(arguments: [Verdict.authorized(), no])
    func `A yes or a no is looked at once, for every gate`(verdict: Verdict) async throws {
        let scripted = ScriptedCapability("key", verdict)
        let kept = Kept(scripted)
        for _ in 1...3 {
            let isOpen = (try? await require(kept)) != nil
            #expect(isOpen == verdict.isAuthorized)
            let work = Procedure("work") {}.condition(AuthorizedFor(kept))
            #expect(await queue.run(work).isSuccess == verdict.isAuthorized)
            #expect(await kept.verdict() == verdict)
        }
        #expect((scripted.looks, scripted.watchers) == (1, 1))
    }

    @Test func `A failed look and an undetermined answer are not kept`() async {
        let failing = ScriptedCapability("key", failing: Broken())
        let unknown = ScriptedCapability("key", what)
        for (scripted, kept) in [failing, unknown].map({ ($0, Kept($0)) }) {
            for _ in 1...3 { #expect(await kept.verdict() == scripted.verdict()) }
            #expect(scripted.looks == 6)
        }
    }

    @Test func `An answer is not given after a change, also before updates report it`()
        async throws
    {
        let gauge = Gauge()
        let kept = Kept(gauge)
        try await require(kept)
        gauge.change(to: no)
        let error = await #expect(throws: Refusal.self) { try await require(kept) }
        #expect(error?.findings == [.init("gauge", .refused(no.reasons))])
        // A source that has announced a change, and has not given it, may miss a later change.
        #expect(await kept.verdict() == no)
        #expect(gauge.looks == 3)
        gauge.deliver()
        await gauge.isHeard.wait()
        for _ in 1...3 { #expect(await kept.verdict() == no) }
        #expect(gauge.looks == 4)
    }

    @Test func `A look that a change outdates is not kept`() async throws {
        let (isLooking, mayAnswer) = (Latch(), Latch())
        let gauge = Gauge(opening: isLooking, awaiting: mayAnswer)
        let kept = Kept(gauge)
        let before = Task { await kept.verdict() }
        await isLooking.wait()
        gauge.change(to: no)
        gauge.deliver()
        await gauge.isHeard.wait()
        mayAnswer.open()
        #expect(await before.value == .authorized())
        #expect(await kept.verdict() == no)
        #expect(gauge.looks == 2)
    }

    @Test func `A change that a sequence gives ends the kept answer`() async throws {
        let scripted = ScriptedCapability("key", .authorized())
        let kept = Kept(scripted)
        try await require(kept)
        scripted.change(to: no)
        while await kept.verdict().isAuthorized { await Task.yield() }
        #expect(await kept.verdict() == no)
        #expect(scripted.looks == 2)
    }

    @Test func `Updates give no status before older answers have gone`() async throws {
        let scripted = ScriptedCapability("key", .authorized())
        let kept = Kept(scripted)
        var updates = kept.updates.makeAsyncIterator()
        for verdict in [Verdict.authorized(), no, .authorized(), no] {
            scripted.change(to: verdict)
            #expect(try await updates.next().map(kept.verdict(of:)) == verdict)
            #expect(await kept.verdict() == verdict)
        }
    }

    @Test func `Concurrent questions share one look`() async throws {
        let (isLooking, mayAnswer) = (Latch(), Latch())
        let gauge = Gauge(opening: isLooking, awaiting: mayAnswer)
        let kept = Kept(gauge)
        try await withThrowingTaskGroup { group in
            for _ in 1...50 { group.addTask { try await require(kept) } }
            await isLooking.wait()
            mayAnswer.open()
            try await group.waitForAll()
        }
        #expect(gauge.looks == 1)
    }

    @Test func `A question after a change waits for a look that began after it`() async throws {
        let (isLooking, mayAnswer) = (Latch(), Latch())
        let gauge = Gauge(opening: isLooking, awaiting: mayAnswer)
        let kept = Kept(gauge)
        let before = Task { await kept.verdict() }
        await isLooking.wait()
        gauge.change(to: no)
        let after = (1...10).map { _ in Task { await kept.verdict() } }
        mayAnswer.open()

        // The question came before the change, and so did its answer.
        #expect(await before.value == .authorized())
        for question in after { #expect(await question.value == no) }
        #expect(gauge.mostRunning == 1)
        #expect(await kept.verdict() == no)
    }

    @Test func `A storm of changes holds up no question, and one look runs at a time`()
        async throws
    {
        let gauge = Gauge { _ in await Task.yield() }
        let kept = Kept(gauge)
        try await require(kept)
        let storm = Task {
            while !Task.isCancelled {
                gauge.change(to: .authorized())
                gauge.deliver()
                await Task.yield()
            }
        }
        await withTaskGroup { group in
            for _ in 1...100 {
                group.addTask {
                    for _ in 1...20 { #expect(await kept.verdict().isAuthorized) }
                }
            }
        }
        storm.cancel()
        await storm.value
        gauge.change(to: no)
        #expect(await kept.verdict() == no)
        #expect(gauge.mostRunning == 1)
        // One look for each question would be 2000.
        #expect(gauge.looks < 2000)
    }

    @Test func `Nothing is kept after the updates ended, and each verdict states why`()
        async throws
    {
        let gauge = Gauge()
        let kept = Kept(gauge)
        try await require(kept)
        gauge.endUpdates()
        let reason = Reason(
            "not-watched",
            "gauge",
            "is looked at for each question: `the watch for changes` has failed: it came to its end"
        )
        while await kept.verdict() != .authorized([reason]) { await Task.yield() }
        let looks = gauge.looks
        for _ in 1...3 { try await require(kept) }
        #expect(gauge.looks == looks + 3)
        gauge.change(to: no)
        let error = await #expect(throws: Refusal.self) { try await require(kept) }
        #expect(error?.findings == [.init("gauge", .refused(no.reasons + [reason]))])
    }

    @Test func `A question after the end shares no look that began before it`() async throws {
        let (isLooking, mayAnswer) = (Latch(), Latch())
        let holding = Unannounced { number in
            guard number == 1 else { return }
            isLooking.open()
            await mayAnswer.wait()
        }
        let kept = Kept(holding)
        let first = Task { await kept.verdict() }
        await isLooking.wait()
        let second = Task { await kept.verdict() }
        mayAnswer.open()
        let unkept = await (first.value, second.value)
        #expect(holding.looks.value == 2)
        #expect(
            unkept.1.reasons.map(\.message) == [
                "is looked at for each question: `door` may change at any time without notice; "
                    + "look at it when you need it"
            ]
        )
        #expect(unkept.0.isAuthorized)
    }

    @Test func `A listener that fails to begin is tried again by the next look`() async throws {
        let deaf = Deaf()
        let kept = Kept(deaf)
        let reasons = await kept.verdict().reasons.map(\.message)
        #expect(
            reasons == [
                "is looked at for each question: `the watch for changes` has failed: "
                    + "the disk is on fire"
            ]
        )
        for _ in 1...3 { #expect(await kept.verdict() == .authorized()) }
        #expect(deaf.looks.value == 2)
    }

    @Test func `A look that does not end gives no answer, and the next question looks again`()
        async
    {
        let stuck = Latch()
        let gauge = Gauge { _ in await stuck.wait() }
        let patience = Patience(timer: DeadlineTimer(clock: SkippingClock()))
        let kept = Kept(gauge, within: .seconds(1), patience)
        for _ in 1...2 {
            #expect(
                await kept.verdict()
                    == .undetermined([
                        Reason("deadline-passed", "gauge", "gave no answer within 1 s")
                    ])
            )
        }
        stuck.open()
    }

    @Test func `Listening begins with the first question and ends with the last reference`()
        async throws
    {
        let scripted = ScriptedCapability("key", .authorized())
        do {
            let kept = Kept(scripted)
            #expect((scripted.looks, scripted.watchers) == (0, 0))
            try await require(kept)
            #expect((scripted.looks, scripted.watchers) == (1, 1))
        }
        while scripted.watchers > 0 { await Task.yield() }
    }

    @Test func `A look continues for others when its first caller is cancelled`() async throws {
        let (isLooking, mayAnswer) = (Latch(), Latch())
        let gauge = Gauge(opening: isLooking, awaiting: mayAnswer)
        let kept = Kept(gauge)
        let first = Task { try await require(kept) }
        await isLooking.wait()
        let others = (1...50).map { _ in Task { try await require(kept) } }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        mayAnswer.open()
        for other in others { try await other.value }
        try await require(kept)
        // If no other shared the look by then, one more began.
        #expect(gauge.mostRunning <= 2)
    }

    @Test func `A request is never answered from memory, and neither is the look after it`()
        async throws
    {
        let scripted = ScriptedCapability("key", no, answers: [.authorized()])
        let kept = Kept(scripted)
        await #expect(throws: Refusal.self) { try await require(kept) }
        try await require(kept, options: GateOptions(asking: .once))
        try await require(kept)
        #expect((scripted.looks, scripted.requests) == (2, 1))
    }

    @Test(arguments: [Verdict.authorized(), no, what])
    func `A kept answer keeps the contract of capabilities`(verdict: Verdict) async {
        let scripted = ScriptedCapability("key", verdict)
        #expect(await CapabilityContract.untimed { Kept(scripted) }.violations() == [])
    }

    @Test func `Equal kept capabilities share one listener and one look`() async throws {
        let scripted = ScriptedCapability("key", .authorized())
        var first: Kept? = Kept(scripted)
        let second = Kept(scripted)
        for kept in [first, second, Kept(scripted)].compactMap({ $0 }) { try await require(kept) }
        #expect((scripted.looks, scripted.watchers) == (1, 1))
        first = nil
        scripted.change(to: no)
        while await second.verdict().isAuthorized { await Task.yield() }
        #expect((scripted.looks, scripted.watchers) == (2, 1))
        // Another limit is a wait of its own.
        #expect(await Kept(scripted, within: .seconds(7)).verdict() == no)
        #expect(scripted.looks == 3)
    }

    @Test func `The user's values are released outside the lock`() async throws {
        let isReleased = Latch()
        let box = Locked<Kept<Mourned>?>(nil)
        let mourned = Mourned {
            // Takes the lock.
            #expect(box.withLock { $0 }?.remembered == nil)
            isReleased.open()
        }
        let kept = Kept(mourned)
        box.withLock { $0 = kept }
        try await require(kept)
        #expect(kept.remembered == .authorized())
        mourned.change()
        await isReleased.wait()
        box.withLock { $0 = nil }
    }

    @Test func `Kept capabilities are equal if their bases are`() {
        let (one, other) = (ScriptedCapability("key"), ScriptedCapability("key"))
        #expect(Kept(one) == Kept(one))
        #expect(Kept(one) != Kept(other))
        #expect(Set([Kept(one), Kept(one), Kept(other)]).count == 2)
    }
}

/// A capability whose statuses call back when they are released.
private final class Mourned: KeepableCapability, Unconditional {
    final class Release: Sendable {
        private let call: @Sendable () -> Void
        init(_ call: @escaping @Sendable () -> Void) { self.call = call }
        deinit { call() }
    }

    struct Status: AuthorizationStatus {
        let release: Release
        func meets(_ requirement: Void) -> Verdict { .authorized() }
    }

    let name = "mourned"
    var requirement: Void { () }
    private let changes = AsyncStream<Void>.makeStream()
    private let whenReleased: @Sendable () -> Void

    init(whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }

    func change() { changes.continuation.yield() }

    func authorizationStatus() async -> Status { Status(release: Release(whenReleased)) }

    var updates: StatusUpdates<Status> {
        StatusUpdates {
            await self.authorizationStatus()
        } whenever: {
            self.changes.stream
        }
    }

    static func == (one: Mourned, other: Mourned) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A capability whose changes nothing announces.
private struct Unannounced: KeepableCapability {
    let name = "door"
    let looks = Counter()
    let whenLooked: @Sendable (Int) async -> Void
    var requirement: Void { () }

    func authorizationStatus() async -> Gauge.Status {
        await whenLooked(looks.next())
        return Gauge.Status(verdict: .authorized())
    }

    static func == (one: Self, other: Self) -> Bool { one.looks === other.looks }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(looks)) }
}

/// A capability whose first listener fails.
private struct Deaf: KeepableCapability {
    let name = "ear"
    let looks = Counter()
    let listeners = Counter()
    var requirement: Void { () }

    func authorizationStatus() async -> Gauge.Status {
        looks.next()
        return Gauge.Status(verdict: .authorized())
    }

    var updates: StatusUpdates<Gauge.Status> {
        StatusUpdates {
            await authorizationStatus()
        } whenever: {
            guard listeners.next() > 1 else { throw Broken() }
            return AsyncStream<Void> { _ in }
        }
    }

    static func == (one: Self, other: Self) -> Bool { one.looks === other.looks }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(looks)) }
}
