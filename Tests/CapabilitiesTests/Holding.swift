import Capabilities
import Procedures
import TestSupport

/// A capability whose check holds an object for every verdict, and counts the objects still held.
struct Holding: Capability {
    typealias Held = Grip

    let verdict: Verdict
    var isSlow = false
    let open = OpenCount()
    /// Opened when a slow check has begun; the second lets it end. The check ignores cancellation.
    let begun = Latch()
    let mayEnd = Latch()

    let name = "key"
    var requirement: Void { () }

    struct Status: AuthorizationStatus {
        let verdict: Verdict
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    func authorizationStatus() async throws -> Status {
        if isSlow {
            begun.open()
            await mayEnd.wait()
        }
        return Status(verdict: verdict)
    }

    func look() async throws -> Look<Self> {
        Look(try await authorizationStatus(), holding: Grip(open))
    }

    static func == (one: Holding, other: Holding) -> Bool { one.open === other.open }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(open)) }
}

/// The object that a check holds.
final class Grip: Sendable {
    private let open: OpenCount

    init(_ open: OpenCount) {
        self.open = open
        open.add(1)
    }

    deinit { open.add(-1) }
}

/// The number of objects that were ever held, and of those held now.
final class OpenCount: Sendable {
    private let counts = Locked((ever: 0, now: 0))
    /// Opened after an object is released.
    let released = Latch()

    var count: Int { counts.withLock { $0.ever } }
    var held: Int { counts.withLock { $0.now } }
    var isHeld: Bool { held > 0 }

    fileprivate func add(_ number: Int) {
        counts.withLock { counts in
            counts.ever += max(0, number)
            counts.now += number
        }
        if number < 0 { released.open() }
    }
}
