import Procedures
import Text

/// The slices that procedures have recorded, the last ones up to a limit.
final class Profile: Sendable {
    /// A line of slices, in which no two overlap unless one is inside the other.
    struct Track: Hashable, Sendable {
        let name: String
        /// Among the tracks of that name, from 0.
        let number: Int
    }

    struct Slice: Sendable {
        enum Category: String { case procedure, phase }

        let name: String
        let category: Category
        let track: Track
        /// In nanoseconds.
        let start: Int64
        let duration: Int64
        let result: String?

        init(
            _ name: String,
            _ category: Category,
            on track: Track,
            _ times: ClosedRange<Duration>,
            _ result: String?
        ) {
            self.name = name
            self.category = category
            self.track = track
            start = times.lowerBound.nanoseconds
            duration = times.upperBound.nanoseconds - start
            self.result = result
        }

        /// Whether it is written first: what is outside comes before what is in it.
        func precedes(_ other: Slice) -> Bool {
            if start != other.start { return start < other.start }
            if duration != other.duration { return duration > other.duration }
            return category == .procedure && other.category == .phase
        }
    }

    /// The tracks of one name.
    private struct Tracks {
        var count = 0
        var free: [Int] = []

        var isUnused: Bool { free.count == count }

        mutating func take() -> Int {
            if let number = free.popLast() { return number }
            count += 1
            return count - 1
        }

        mutating func giveBack(_ number: Int) { free.append(number) }
    }

    private struct State {
        var slices: [Slice] = []
        /// Where the next one goes once the limit is reached, in place of the oldest.
        var next = 0
        var forgotten = 0
        var tracks: [String: Tracks] = [:]
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = max(1, limit) }

    // MARK: Recording

    /// Takes a track of a name that is free, or a new one.
    func takeTrack(_ name: String) -> Track {
        let number = state.withLock { $0.tracks[name, default: Tracks()].take() }
        return Track(name: name, number: number)
    }

    func giveBack(_ track: Track) {
        state.withLock { state in
            state.tracks[track.name]?.giveBack(track.number)
            if state.tracks[track.name]?.isUnused == true { state.tracks[track.name] = nil }
        }
    }

    func record(_ slice: Slice) {
        state.withLock { state in
            guard state.slices.count == limit else { return state.slices.append(slice) }
            state.slices[state.next] = slice
            state.next = (state.next + 1) % limit
            state.forgotten += 1
        }
    }

    // MARK: Writing

    /// Chrome's trace event format: complete events (`X`), and the names of tracks as metadata (`M`).
    var trace: String {
        let (slices, forgotten) = state.withLock { ($0.slices, $0.forgotten) }
        var numbers: [Track: Int] = [:]
        var events: [String] = []
        for slice in slices.sorted(by: { $0.precedes($1) }) {
            if numbers[slice.track] == nil {
                numbers[slice.track] = numbers.count + 1
                events.append(Self.event(naming: slice.track, numbers.count))
            }
            events.append(Self.event(slice, numbers[slice.track] ?? 0))
        }
        return """
            {"displayTimeUnit":"ms","otherData":{"forgotten":\(forgotten)},"traceEvents":[
            \(events.joined(separator: ",\n"))
            ]}

            """
    }

    private static func event(naming track: Track, _ number: Int) -> String {
        let name = track.number == 0 ? track.name : "\(track.name) (\(track.number + 1))"
        return """
            {"ph":"M","pid":1,"tid":\(number),"name":"thread_name",\
            "args":{"name":\(name.written(in: .json))}}
            """
    }

    private static func event(_ slice: Slice, _ track: Int) -> String {
        let result = slice.result.map { #","args":{"result":"\#($0)"}"# } ?? ""
        return """
            {"ph":"X","pid":1,"tid":\(track),"ts":\(microseconds(slice.start)),\
            "dur":\(microseconds(slice.duration)),"cat":"\(slice.category.rawValue)",\
            "name":\(slice.name.written(in: .json))\(result)}
            """
    }

    /// With the nanoseconds as decimals.
    private static func microseconds(_ nanoseconds: Int64) -> String {
        let decimals = String(1_000 + nanoseconds % 1_000).dropFirst()
        return "\(nanoseconds / 1_000).\(decimals)"
    }
}
