/// Exclusion among the procedures of this process, on whatever queue they run.
///
/// First come, first served: a request is granted once it is the first in line for each of its
/// categories, all at once, so that no two requests can wait for one another.
public final class ProcessExclusion: ExclusionScope {
    public static let shared = ProcessExclusion()

    typealias Line = WaitingLine<Int, ExclusionRequest>

    /// A category, or what an ancestor that holds it divides up among its descendants.
    fileprivate struct Key: Hashable {
        let category: String
        let ancestor: ObjectIdentifier?
    }

    fileprivate struct Place {
        var holder: ExclusionRequest?
        var line = Line()
        /// The most urgent of those that wait; never lowered while anybody waits.
        var urgency: TaskPriority?
    }

    fileprivate struct Waiting {
        /// Its place in the line of each of its keys.
        let tickets: [Line.Ticket]
    }

    fileprivate struct State {
        var places: [Key: Place] = [:]
        var waiting: [ObjectIdentifier: Waiting] = [:]
    }

    public let name: String
    private let state = Locked(State())
    private let admit: @Sendable (ExclusionRequest) -> Void

    /// A scope of its own, apart from ``shared``: for tests, and for parts of a program that share
    /// nothing but names.
    public convenience init(name: String = "this process") {
        self.init(name: name) { $0.grant() }
    }

    /// The line within this process for what lies beyond it.
    ///
    /// - Parameter admit: What to do, rather than grant, with each request whose turn it is. The request
    ///   may have been released meanwhile.
    package init(name: String, admit: @escaping @Sendable (ExclusionRequest) -> Void) {
        self.name = name
        self.admit = admit
    }

    public func acquire(_ request: ExclusionRequest) {
        let keys = Self.keys(of: request)
        let holders = state.withLock { state -> [ExclusionRequest]? in
            let isFree = keys.allSatisfy { state.places[$0]?.isFree ?? true }
            guard !isFree else {
                for key in keys { state.places[key, default: Place()].holder = request }
                return nil
            }
            let tickets = keys.map { state.places[$0, default: Place()].wait(request) }
            state.waiting[ObjectIdentifier(request)] = Waiting(tickets: tickets)
            return keys.compactMap { state.places[$0]?.holder }
        }
        guard let holders else { return admit(request) }
        for holder in holders where holder.priority < request.priority {
            holder.escalate(to: request.priority)
        }
    }

    public func release(_ request: ExclusionRequest) {
        let keys = Self.keys(of: request)
        let granted = state.withLock { state -> [(ExclusionRequest, TaskPriority)] in
            if let waiting = state.waiting.removeValue(forKey: ObjectIdentifier(request)) {
                for (key, ticket) in zip(keys, waiting.tickets) {
                    state.places[key]?.line.remove(ticket)
                }
            } else {
                for key in keys { state.places[key]?.holder = nil }
            }
            return state.grantNext(in: keys)
        }
        for (request, urgency) in granted {
            if request.priority < urgency { request.escalate(to: urgency) }
            admit(request)
        }
    }

    public func obstacles(to request: ExclusionRequest) -> [Reason] {
        let keys = Self.keys(of: request)
        return state.withLock { state in
            keys.compactMap { key -> Reason? in
                guard let place = state.places[key] else { return nil }
                if let holder = place.holder {
                    guard holder !== request else { return nil }
                    return Reason("held", key.category, "is held by `\(holder.procedure)`")
                }
                guard let first = place.line.first, first !== request else { return nil }
                return Reason("in-line", key.category, "is awaited by `\(first.procedure)` before")
            }
        }
    }

    /// Where nobody is inside or in line, nothing is kept.
    package var isEmpty: Bool { state.withLock { $0.places.isEmpty && $0.waiting.isEmpty } }

    fileprivate static func keys(of request: ExclusionRequest) -> [Key] {
        request.categories.map { category in
            let ancestor = request.ancestor(holding: category)
            return Key(category: category, ancestor: ancestor.map { ObjectIdentifier($0) })
        }
    }
}

extension ProcessExclusion.Place {
    fileprivate var isFree: Bool { holder == nil && line.count == 0 }

    /// Who is first in line, and how urgent the line is; nil while somebody is inside.
    fileprivate var next: (request: ExclusionRequest?, urgency: TaskPriority?)? {
        holder == nil ? (line.first, urgency) : nil
    }

    fileprivate mutating func wait(_ request: ExclusionRequest) -> ProcessExclusion.Line.Ticket {
        urgency = max(urgency ?? request.priority, request.priority)
        return line.insert(request, at: 0)
    }
}

extension ProcessExclusion.State {
    /// Lets in whoever is now the first in line for all that it wants, and forgets what nobody wants.
    fileprivate mutating func grantNext(
        in keys: [ProcessExclusion.Key]
    ) -> [(ExclusionRequest, TaskPriority)] {
        var granted: [(ExclusionRequest, TaskPriority)] = []
        for key in keys {
            // No copy of the place may live on: the line would be copied when it is served.
            guard let next = places[key]?.next else { continue }
            if let first = next.request {
                if letIn(first) { granted.append((first, next.urgency ?? first.priority)) }
            } else {
                places[key] = nil
            }
        }
        return granted
    }

    private mutating func letIn(_ request: ExclusionRequest) -> Bool {
        let keys = ProcessExclusion.keys(of: request)
        let isFirst = keys.allSatisfy { key in
            places[key].map { $0.holder == nil && $0.line.first === request } ?? false
        }
        guard isFirst else { return false }
        waiting[ObjectIdentifier(request)] = nil
        for key in keys {
            _ = places[key]?.line.popFirst()
            places[key]?.holder = request
        }
        return true
    }
}
