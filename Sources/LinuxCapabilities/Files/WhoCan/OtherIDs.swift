import AccessModel
import Kernel

/// Unused ids of users and groups. They stand for every user whom the name service does not list.
///
/// Idmapped mounts can treat such users differently. There is one id for each set of mounts that map it.
struct OtherIDs {
    /// The id that most mounts map comes first. There is at least one.
    private(set) var users = [Self.highest]
    private(set) var groups = [Self.highest]

    private static let highest = UInt32.max - 2

    /// One id for users and groups, which this user namespace may not map.
    init() {}

    /// - Parameters:
    ///   - used: The ids that mean a particular user or group.
    ///   - namespace: The user namespace that should map the ids. If it maps no unused one, the id is unmapped.
    init(besides used: Set<UInt32>, _ namespace: UserNamespace, mounts: [Mount] = []) {
        users = Self.ids(besides: used, namespace.users, mounts.compactMap(\.users)) ?? users
        groups = Self.ids(besides: used, namespace.groups, mounts.compactMap(\.groups)) ?? groups
    }

    private static func ids(
        besides used: Set<UInt32>,
        _ own: IDMap,
        _ mounts: [IDMap]
    ) -> [UInt32]? {
        var found: [[Bool]: UInt32] = [:]
        for range in ([own] + mounts).flatMap(\.ranges) {
            let (first, last) = (range.outside, range.outside + (range.count - 1))
            // The membership in all maps changes only at the ends of ranges. A range may have four billion ids, of
            // which only the used ones are passed over.
            for (start, step) in [(last, UInt32.max), (last &+ 1, 1), (first &- 1, UInt32.max)] {
                let near = (0...UInt32(used.count)).lazy.map { start &+ step &* $0 }
                guard
                    let id = near.first(where: {
                        $0 <= highest && !used.contains($0) && own.contains(outside: $0)
                    })
                else { continue }
                let ways = mounts.map { $0.contains(outside: id) }
                found[ways] = found[ways] ?? id
            }
        }
        let all = found.map { ways, id in (ways.count { !$0 }, id) }.sorted(by: <)
        return all.isEmpty ? nil : all.map(\.1)
    }
}
