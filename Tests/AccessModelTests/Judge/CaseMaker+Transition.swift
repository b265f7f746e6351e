import AccessModel
import Kernel

extension CaseMaker {
    mutating func transition(of process: ProcessCredentials) -> Transition {
        let own = process.namespace.own.ids
        switch Int.random(in: 0..<20, using: &random) {
        case 0...4: return .setresuid(perhaps(own.users), perhaps(own.users), perhaps(own.users))
        case 5...7:
            return .setresgid(perhaps(own.groups), perhaps(own.groups), perhaps(own.groups))
        case 8, 9: return .setgroups(Array(Set([inside(own.groups), inside(own.groups)])))
        case 10, 11, 12: return .capset(wantedSets(of: process.sets))
        default: return prctl(of: process)
        }
    }

    private mutating func prctl(of process: ProcessCredentials) -> Transition {
        let bit = UInt8.random(in: 0..<(one(in: 8) ? 64 : 41), using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: return .ambientRaise(bit)
        case 2: return .ambientLower(bit)
        case 3: return one(in: 2) ? .ambientClear : .noNewPrivileges
        case 4: return .boundingDrop(bit)
        case 5: return .keepCaps(one(in: 2))
        default:
            let flipped = UInt32(1) << UInt32.random(in: 0..<14, using: &random)
            let all = SecureBits.known(to: Judge.kernel).rawValue
            let bits = process.secureBits.rawValue ^ (one(in: 4) ? 0 : flipped)
            return .secureBits(one(in: 4) ? UInt32.random(in: 0...all, using: &random) : bits)
        }
    }

    /// Returns sets that are mostly close to the permitted ones.
    private mutating func wantedSets(of old: KernelCapabilitySets) -> KernelCapabilitySets {
        let permitted = one(in: 8) ? subset(of: .ours) : subset(of: old.permitted)
        let inheritable = [old.inheritable, old.permitted, old.bounding, .ours]
        return KernelCapabilitySets(
            effective: one(in: 8) ? subset(of: old.permitted) : subset(of: permitted),
            permitted: permitted,
            inheritable: subset(of: pick(inheritable).union(subset(of: pick(inheritable))))
        )
    }

    private mutating func inside(_ map: IDMap) -> UInt32 {
        let outside = id(map)
        return one(in: 8) ? outside : map.inside(of: outside) ?? outside
    }

    private mutating func perhaps(_ map: IDMap) -> UInt32? {
        one(in: 3) ? nil : inside(map)
    }
}
