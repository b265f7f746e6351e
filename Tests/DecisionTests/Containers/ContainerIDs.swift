import TestSupport

/// The users and groups of a container, and their numbers outside of it.
struct ContainerIDs {
    typealias Range = (inside: Int, outside: Int, count: Int)

    /// The ranges of the user namespace; none without one.
    let ranges: [Range]

    init(_ random: inout SplitMix) {
        ranges = random.weigh([
            (60, []), (25, [(0, 100_000, 65_536)]),
            (10, [(0, 100_000, 1001), (1001, 200_000, 99)]),
            (5, [(0, 0, 65_536)]),
        ])
    }

    /// The ids of a container that a user runs without privilege.
    init(ofUser user: Int) { ranges = [(0, user, 1)] }

    private static let pool = [0, 0, 1000, 1001, 65_534]

    /// Returns an id for the first process.
    func inside(_ random: inout SplitMix) -> Int {
        random.pick(Self.pool.filter { outside($0) != nil })
    }

    /// Returns the owner of a file, which need not have a number inside.
    func owner(_ random: inout SplitMix) -> Int {
        random.chance(20) ? random.pick([0, 555, 1000]) : outside(inside(&random)) ?? 0
    }

    func outside(_ id: Int) -> Int? {
        guard !ranges.isEmpty else { return id }
        let range = ranges.first { id - $0.inside >= 0 && id - $0.inside < $0.count }
        return range.map { id - $0.inside + $0.outside }
    }

    /// Returns the number inside, or one that does not exist there.
    func inside(ofOwner id: Int) -> Int {
        guard !ranges.isEmpty else { return id }
        let range = ranges.first { id - $0.outside >= 0 && id - $0.outside < $0.count }
        return range.map { id - $0.outside + $0.inside } ?? 3_999_999_999
    }

    /// The mappings as the configuration has them.
    var mappings: [[String: Int]] {
        ranges.map { ["containerID": $0.inside, "hostID": $0.outside, "size": $0.count] }
    }
}
