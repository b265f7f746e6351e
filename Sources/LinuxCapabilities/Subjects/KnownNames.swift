/// Names of users and groups, each looked up once and kept, within bounds.
///
/// The name service can block.
struct KnownNames {
    /// The number of names to keep, because memory must not grow with the output.
    private static let limit = 1 << 16

    private(set) var names = IDNames()
    private var users: Set<UInt32> = []
    private var groups: Set<UInt32> = []

    mutating func learn(user uid: UInt32) {
        guard !users.contains(uid) else { return }
        forgetIfFull()
        users.insert(uid)
        names.learn(user: uid)
    }

    mutating func learn(group gid: UInt32) {
        guard !groups.contains(gid) else { return }
        forgetIfFull()
        groups.insert(gid)
        names.learn(group: gid)
    }

    private mutating func forgetIfFull() {
        if users.count + groups.count >= Self.limit { self = KnownNames() }
    }
}
