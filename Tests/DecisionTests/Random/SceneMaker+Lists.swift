import TestSupport

extension SceneMaker {
    mutating func addLists(to node: inout Node) {
        if random.chance(30) {
            node.attributes.append(("system.posix_acl_access", list(for: node.mode)))
        }
        if node.kind == .directory, random.chance(8) {
            let mode = random.below(0o1000)
            node.attributes.append(("system.posix_acl_default", list(for: mode)))
        }
        if node.kind == .file || node.kind == .directory, random.chance(5) {
            node.attributes.append(("user.warrant", Array("0".utf8)))
        }
    }

    /// Returns the bytes of an access list with a mask, version 2: tag, permissions, id.
    private mutating func list(for mode: Int) -> [UInt8] {
        let nobody = UInt32.max
        let uids = random.some(of: Array(Set(Self.uids)).sorted(), percent: 22)
        let gids = random.some(of: Array(Set(Self.gids)).sorted(), percent: 22)
        let mask = random.weigh([(45, 7), (12, 0), (43, random.below(8))])
        var users = uids.map { (0x02, random.below(8), $0) }
        var groups = gids.map { (0x08, random.below(8), $0) }
        // setfacl(1) never writes such an order, but the kernel accepts it and uses the first match.
        if random.chance(15) { users.shuffle(using: &random) }
        if random.chance(15) { groups.shuffle(using: &random) }
        let entries =
            [(0x01, mode >> 6 & 7, nobody)] + users + [(0x04, random.below(8), nobody)] + groups
            + [(0x10, mask, nobody), (0x20, mode & 7, nobody)]
        return entries.reduce(into: [2, 0, 0, 0]) { bytes, entry in
            bytes += [UInt8(entry.0), 0, UInt8(entry.1), 0]
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: entry.2 >> UInt32(8 * $0)) }
        }
    }

    /// Returns the bytes of `security.capability`, revision 2 or 3.
    mutating func fileCapabilities() -> [UInt8] {
        let owners: [UInt32] = [1000, 2000, 100_000, 101_000, 65_534]
        let isThird = random.chance(35)
        let permitted = capabilityBits(), inheritable = random.chance(30) ? capabilityBits() : 0
        let isEffective: UInt32 = random.chance(60) ? 1 : 0
        var words: [UInt32] = [(isThird ? 0x0300_0000 : 0x0200_0000) | isEffective]
        for shift in [0, 32] as [UInt64] {
            words.append(UInt32(truncatingIfNeeded: permitted >> shift))
            words.append(UInt32(truncatingIfNeeded: inheritable >> shift))
        }
        if isThird { words.append(random.pick(owners)) }
        return words.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
        }
    }

    private mutating func capabilityBits() -> UInt64 {
        let all = (1 << UInt64(Capability.names.count)) - 1 as UInt64
        return random.weigh([
            (15, 0), (50, 1 << UInt64(random.below(Capability.names.count))),
            (30, random.next() & all & Capability.held), (5, random.next() & all),
        ])
    }
}
