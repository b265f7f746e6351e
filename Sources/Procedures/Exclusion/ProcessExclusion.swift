/// Exclusion among the procedures of this process, on any queue.
///
/// Requests are served in order of arrival. A request gets all its categories at once, when it is first in line for
/// each of them. Two requests can therefore never wait for each other.
public final class ProcessExclusion: ExclusionScope {
    public static let shared = ProcessExclusion()

    private typealias Line = FifoLine<ExclusionRequest>

    /// The holder of a category, and the line for it. A class, so that lookups copy nothing.
    private final class Place {
        var holder: ExclusionRequest?
        var line = Line()
        /// The highest priority in the line. It does not fall while any request waits.
        var urgency: TaskPriority?

        var isFree: Bool { holder == nil && line.isEmpty }

        func wait(_ request: ExclusionRequest) -> Line.Ticket {
            urgency = max(urgency ?? request.priority, request.priority)
            return line.append(request)
        }
    }

    private struct State {
        private var places: [ExclusionKey: Place] = [:]
        /// The tickets of each waiting request, one in the line of each of its keys.
        private var waiting: [ObjectIdentifier: [Line.Ticket]] = [:]
        /// The number of departures.
        private var departures: UInt64 = 0
        /// The number of the last departure from each category.
        private var lastDepartures: [String: UInt64] = [:]
        /// A category that is not in the list had its last departure at this number or before.
        private var lastForgotten: UInt64 = 0

        var isEmpty: Bool { places.isEmpty && waiting.isEmpty }

        func lastDeparture(from categories: Set<String>) -> UInt64 {
            categories.reduce(0) { max($0, lastDepartures[$1] ?? lastForgotten) }
        }

        func obstacles(to request: ExclusionRequest) -> [Reason] {
            request.keys.compactMap { key in
                guard let place = places[key] else { return nil }
                if let holder = place.holder {
                    guard holder !== request else { return nil }
                    return Reason(.held, key.category, "is held by `\(holder.procedure)`")
                }
                guard let first = place.line.first, first !== request else { return nil }
                return Reason(.inLine, key.category, "is awaited by `\(first.procedure)` before")
            }
        }

        /// - Returns: nil if the request is granted, else the holders.
        mutating func enter(_ request: ExclusionRequest) -> [ExclusionRequest]? {
            let places = request.keys.map { place(of: $0) }
            if places.allSatisfy(\.isFree) {
                for place in places { place.holder = request }
                return nil
            }
            waiting[ObjectIdentifier(request)] = places.map { $0.wait(request) }
            return places.compactMap(\.holder)
        }

        private mutating func place(of key: ExclusionKey) -> Place {
            if let place = places[key] { return place }
            let place = Place()
            places[key] = place
            return place
        }

        /// - Returns: The requests that are now granted, with the priority that others need of them.
        mutating func leave(
            _ request: ExclusionRequest
        ) -> [(ExclusionRequest, TaskPriority)] {
            let left = request.keys.compactMap { places[$0] }
            if let tickets = waiting.removeValue(forKey: ObjectIdentifier(request)) {
                for (place, ticket) in zip(left, tickets) { place.line.remove(ticket) }
            } else {
                for place in left { place.holder = nil }
                noteDeparture(from: request.categories)
            }
            var granted: [(ExclusionRequest, TaskPriority)] = []
            for (key, place) in zip(request.keys, left) where place.holder == nil {
                if let first = place.line.first {
                    let urgency = place.urgency ?? first.priority
                    if letIn(first) { granted.append((first, urgency)) }
                } else {
                    places[key] = nil
                }
            }
            return granted
        }

        private mutating func noteDeparture(from categories: [String]) {
            departures += 1
            if lastDepartures.count >= ProcessExclusion.memory {
                lastDepartures.removeAll(keepingCapacity: true)
                lastForgotten = departures
            }
            for category in categories { lastDepartures[category] = departures }
        }

        /// Grants a request that is now first in line for all its categories.
        private mutating func letIn(_ request: ExclusionRequest) -> Bool {
            let places = request.keys.compactMap { self.places[$0] }
            guard places.allSatisfy({ $0.holder == nil && $0.line.first === request }) else {
                return false
            }
            waiting[ObjectIdentifier(request)] = nil
            for place in places {
                _ = place.line.popFirst()
                place.holder = request
            }
            return true
        }
    }

    /// The number of categories whose last departure is remembered.
    private static let memory = 1_000

    public let name: String
    private let state = Locked(State())
    private let admit: @Sendable (ExclusionRequest) -> Void

    /// A scope of its own, separate from ``shared``: for tests, and for parts of a program that have only the names of
    /// categories in common.
    public convenience init(name: String = "this process") {
        self.init(name: name) { $0.grant() }
    }

    /// The line within this process for a wider scope.
    ///
    /// - Parameter admit: Called instead of a grant for each request whose turn it is. The request may have been
    ///   released meanwhile.
    package init(name: String, admit: @escaping @Sendable (ExclusionRequest) -> Void) {
        self.name = name
        self.admit = admit
    }

    public func acquire(_ request: ExclusionRequest) {
        guard let holders = state.withLock({ $0.enter(request) }) else { return admit(request) }
        for holder in holders where holder.priority < request.priority {
            holder.escalate(to: request.priority)
        }
    }

    public func release(_ request: ExclusionRequest) {
        for (request, urgency) in state.withLock({ $0.leave(request) }) {
            if request.priority < urgency { request.escalate(to: urgency) }
            admit(request)
        }
    }

    public func obstacles(to request: ExclusionRequest) -> [Reason] {
        state.withLock { $0.obstacles(to: request) }
    }

    /// Returns a number that grows with each departure from any of these categories, and sometimes without one.
    func lastDeparture(from categories: Set<String>) -> UInt64 {
        state.withLock { $0.lastDeparture(from: categories) }
    }

    /// True if there are no holders and no requests in line. Only the last departures are kept then.
    package var isEmpty: Bool { state.withLock { $0.isEmpty } }
}

extension ExclusionScope where Self == ProcessExclusion {
    /// The scope of every queue of this process, even of a queue with another default scope.
    public static var process: ProcessExclusion { .shared }
}
