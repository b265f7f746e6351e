import TestSupport

extension SceneMaker {
    mutating func subject() -> Subject {
        var subject = Subject(uid: random.pick(Self.uids), gid: random.pick(Self.gids))
        if random.chance(8) { subject.uid = UInt32(truncatingIfNeeded: 3000 + random.below(9)) }
        if random.chance(25) { subject.userNamespace = random.below(scene.userNamespaces.count) }
        if let namespace = subject.userNamespace, random.chance(60) {
            subject.uid = id(in: scene.userNamespaces[namespace].uids)
            subject.gid = id(in: scene.userNamespaces[namespace].gids)
        }
        subject.groups = groups()
        subject.capabilities = capabilities()
        return subject
    }

    private mutating func id(in ranges: [UserNamespace.Range]) -> UInt32 {
        let range = random.pick(ranges)
        return range.host + UInt32(random.below(min(Int(range.count), 2000)))
    }

    private mutating func groups() -> [UInt32] {
        if random.chance(2) { return (0..<40).map { 5000 + $0 } + [random.pick(Self.gids)] }
        return (0..<random.weigh([(40, 0), (25, 1), (20, 2), (15, 4)])).map { _ in
            random.pick(Self.gids)
        }
    }

    private mutating func capabilities() -> UInt64 {
        var few: UInt64 = 0
        for bit in random.some(of: Capability.aboutFiles, percent: 35) { few |= bit }
        let one = random.pick(Capability.aboutFiles)
        let all = Capability.held
        return random.weigh([
            (45, 0), (25, one), (12, few), (4, random.next()), (8, all), (6, all & ~one),
        ]) & all
    }
}
