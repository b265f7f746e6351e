import Capabilities
import Procedures

/// A desk that grants a permission on request. A test can delay checks and requests.
final class Desk: Sendable {
    typealias Pause = @Sendable (_ number: Int) async throws -> Void

    private let state = Locked((isGranted: false, looks: 0, requests: 0))
    private let whenLooked: Pause
    private let whenAsked: Pause

    /// - Parameters:
    ///   - whenLooked: Called before a check returns. Checks are numbered from one.
    ///   - whenAsked: Called during a request, before it is granted.
    init(whenLooked: @escaping Pause = { _ in }, whenAsked: @escaping Pause = { _ in }) {
        self.whenLooked = whenLooked
        self.whenAsked = whenAsked
    }

    var looks: Int { state.withLock { $0.looks } }
    var requests: Int { state.withLock { $0.requests } }

    fileprivate func look() async throws -> Bool {
        let (isGranted, number) = state.withLock { state in
            state.looks += 1
            return (state.isGranted, state.looks)
        }
        try await whenLooked(number)
        return isGranted
    }

    fileprivate func ask() async throws {
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        try await whenAsked(number)
        state.withLock { $0.isGranted = true }
    }
}

/// The permission that a desk grants. Two are equal if they have the same desk.
struct Permission: Capability {
    struct Status: AuthorizationStatus {
        let isGranted: Bool
        func meets(_ requirement: Void) -> Verdict { isGranted ? .authorized() : .denied([]) }
    }

    let desk: Desk

    init(at desk: Desk) { self.desk = desk }

    let name = "the permission"
    var requirement: Void { () }

    func authorizationStatus() async throws -> Status { Status(isGranted: try await desk.look()) }

    func requestAuthorization() async throws -> Status {
        try await desk.ask()
        return try await authorizationStatus()
    }

    static func == (one: Self, other: Self) -> Bool { one.desk === other.desk }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(desk)) }
}
