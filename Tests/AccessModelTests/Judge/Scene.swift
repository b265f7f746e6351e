import Kernel
import TestSupport

/// The user namespaces of a run of the judge, by number; 0 is the initial one.
struct Scene {
    private(set) var namespaces = [NamespaceLineage.initial]
    /// The namespaces in the form that the judge reads.
    private(set) var numbers: [UInt64] = [0]

    /// The first namespace owns a file system. The maps of the second are those of an idmapped mount.
    init(_ random: inout SplitMix) {
        for number in 1...10 {
            let parents = namespaces.indices.filter { !isBarren($0) }
            let parent = number < 3 ? 0 : parents.randomElement(using: &random) ?? 0
            add(to: parent, hasRoot: number < 3, &random)
        }
        numbers[0] = UInt64(namespaces.count - 1)
    }

    /// Returns whether no process in the namespace has a user and a group that could create another namespace.
    private func isBarren(_ number: Int) -> Bool {
        let ids = namespaces[number].own.ids
        return ids.users.ranges.isEmpty || ids.groups.ranges.isEmpty
    }

    private mutating func add(to number: Int, hasRoot: Bool, _ random: inout SplitMix) {
        let parent = namespaces[number]
        let ids = parent.own.ids
        let users = MapMaker(ids.users, hasRoot: hasRoot, &random)
        let groups = MapMaker(ids.groups, hasRoot: hasRoot, &random)
        let owner = MapMaker.id(in: ids.users, &random)
        let group = MapMaker.id(in: ids.groups, &random)
        let denies = Int.random(in: 0..<4, using: &random) == 0
        let own = NamespaceLineage.Member(
            identity: UInt64(namespaces.count),
            owner: ids.users.outside(of: owner) ?? 0,
            ids: UserNamespace(users: users.map, groups: groups.map, isInitial: false),
            allowsSettingGroups: !denies && parent.own.allowsSettingGroups
        )
        namespaces.append(NamespaceLineage(own: own, ancestors: parent.members))
        numbers += [UInt64(number), UInt64(owner), UInt64(group), denies ? 1 : 0]
        numbers += users.numbers + groups.numbers
    }
}

/// A random map of ids.
private struct MapMaker {
    var map: IDMap { IDMap(ranges) }
    /// The map in the form that the judge reads: each range by its numbers inside the namespace and its parent.
    var numbers: [UInt64] { [UInt64(ranges.count)] + lines }

    private var ranges: [IDMap.Range] = []
    private var lines: [UInt64] = []

    init(_ parent: IDMap, hasRoot: Bool, _ random: inout SplitMix) {
        for line in 0..<Int.random(in: hasRoot ? 1...3 : 0...3, using: &random) {
            let isRoot = line == 0 && (hasRoot || Bool.random(using: &random))
            add(
                at: isRoot ? 0 : [1, 5, 1000, 2000].randomElement(using: &random) ?? 1,
                parent,
                &random
            )
        }
    }

    private mutating func add(at inside: UInt32, _ parent: IDMap, _ random: inout SplitMix) {
        let id = Self.id(in: parent, &random)
        let count: UInt32 = [1, 1, 2, 4].randomElement(using: &random) ?? 1
        // The kernel refuses a range that spans two of the parent's, even if they are adjacent.
        let home = parent.ranges.first { id >= $0.inside && id - $0.inside < $0.count }
        guard let home, home.count - (id - home.inside) >= count else { return }
        let outside = home.outside + (id - home.inside)
        let range = IDMap.Range(inside: inside, outside: outside, count: count)
        let isApart = ranges.allSatisfy {
            !($0.inside..<$0.inside + $0.count).overlaps(inside..<inside + count)
                && !($0.outside..<$0.outside + $0.count).overlaps(outside..<outside + count)
        }
        guard isApart else { return }
        ranges.append(range)
        lines += [UInt64(inside), UInt64(id), UInt64(count)]
    }

    /// Returns an id that a namespace maps, by its number there.
    static func id(in map: IDMap, _ random: inout SplitMix) -> UInt32 {
        if map == .identity { return CaseMaker.ids.randomElement(using: &random) ?? 0 }
        guard let range = map.ranges.randomElement(using: &random) else { return 0 }
        return range.inside + UInt32.random(in: 0..<range.count, using: &random)
    }
}
