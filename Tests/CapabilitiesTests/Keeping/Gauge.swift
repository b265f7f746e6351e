import Capabilities
import Procedures
import TestSupport

/// A capability whose answers may be kept. A test controls its looks and the announcements of its changes.
final class Gauge: KeepableCapability {
    struct Status: AuthorizationStatus {
        let verdict: Verdict
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    /// Changes that are known at once, and that the sequence gives when ``deliver()`` is called.
    struct Announcements: PromptChanges {
        fileprivate let gauge: Gauge
        fileprivate let stream: AsyncStream<Void>

        var isDue: Bool {
            let (isDue, isDelivered) = gauge.state.withLock { ($0.isDue, $0.isDelivered) }
            if isDelivered { gauge.isHeard.open() }
            return isDue
        }

        func whenDue(_ signal: @escaping @Sendable () -> Void) {
            gauge.state.withLock { $0.signal = signal }
        }
        func makeAsyncIterator() -> AsyncStream<Void>.Iterator { stream.makeAsyncIterator() }
    }

    private struct State {
        var verdict = Verdict.authorized()
        var looks = 0
        var running = 0
        var mostRunning = 0
        var isDue = false
        var isDelivered = false
        var signal: @Sendable () -> Void = {}
        var change: AsyncStream<Void>.Continuation?
    }

    let name = "gauge"
    var requirement: Void { () }
    /// Opened when the listener has got the first change that was delivered.
    let isHeard = Latch()
    private let state = Locked(State())
    private let whenLooked: @Sendable (Int) async -> Void

    /// - Parameter whenLooked: Called in each look with its number, after the look has read its answer.
    init(whenLooked: @escaping @Sendable (Int) async -> Void = { _ in }) {
        self.whenLooked = whenLooked
    }

    /// Creates a capability whose first look says when it has begun, and ends when it may.
    convenience init(opening isLooking: Latch, awaiting mayAnswer: Latch) {
        self.init { number in
            guard number == 1 else { return }
            isLooking.open()
            await mayAnswer.wait()
        }
    }

    var looks: Int { state.withLock { $0.looks } }
    /// The largest number of looks that ran at a time.
    var mostRunning: Int { state.withLock { $0.mostRunning } }

    func authorizationStatus() async -> Status {
        let (verdict, number) = state.withLock { state in
            state.looks += 1
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            return (state.verdict, state.looks)
        }
        await whenLooked(number)
        state.withLock { $0.running -= 1 }
        return Status(verdict: verdict)
    }

    /// Changes the answer, and announces that.
    func change(to verdict: Verdict) {
        let signal = state.withLock { state in
            state.verdict = verdict
            state.isDue = true
            return state.signal
        }
        signal()
    }

    /// Has the sequence give what was announced.
    func deliver() {
        let change = state.withLock { state in
            (state.isDue, state.isDelivered) = (false, true)
            return state.change
        }
        change?.yield()
    }

    func endUpdates() { state.withLock { $0.change }?.finish() }

    var updates: StatusUpdates<Status> {
        StatusUpdates {
            await self.authorizationStatus()
        } whenever: {
            let (stream, change) = AsyncStream.makeStream(
                of: Void.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            self.state.withLock { $0.change = change }
            return Announcements(gauge: self, stream: stream)
        }
    }

    static func == (one: Gauge, other: Gauge) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
