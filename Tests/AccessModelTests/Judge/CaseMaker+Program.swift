import AccessModel
import Kernel

extension CaseMaker {
    mutating func program(for process: JudgedProcess) -> JudgedProgram {
        let ids = process.credentials.namespace.own.ids
        let mount = one(in: 2) ? .plain : pick(JudgedProgram.Mount.allCases)
        let groupBits: UInt16 = one(in: 4) ? 0o000 : 0o050
        let setBits: UInt16 = pick([0, 0, 0o2000, 0o4000, 0o6000])
        return JudgedProgram(
            mount: mount,
            mode: 0o705 | groupBits | setBits,
            owner: id(one(in: 2) ? ids.users : scene.namespaces[1].own.ids.users),
            group: id(one(in: 2) ? ids.groups : scene.namespaces[1].own.ids.groups),
            attribute: one(in: 2) ? [] : attribute(for: process)
        )
    }

    /// Returns an attribute of revision 2 or 3, and sometimes one that the kernel refuses.
    private mutating func attribute(for process: JudgedProcess) -> [UInt8] {
        let sets = process.credentials.sets
        let permitted =
            one(in: 2)
            ? subset(of: sets.bounding.union(sets.inheritable))
            : subset(of: KernelCapabilitySet(mask: .max))
        let inheritable = subset(of: KernelCapabilitySet(mask: .max))
        let revision: UInt32 = pick([2, 2, 3, 3, 3, 1])
        let root =
            one(in: 4)
            ? pick(Self.ids)
            : pick(process.credentials.namespace.members)
                .ids.users.outside(of: 0) ?? 0
        let words: [UInt32] = [
            revision << 24 | (one(in: 2) ? 1 : 0),
            UInt32(truncatingIfNeeded: permitted.mask),
            UInt32(truncatingIfNeeded: inheritable.mask), UInt32(permitted.mask >> 32),
            UInt32(inheritable.mask >> 32), root,
        ]
        return words.prefix(revision == 1 ? 3 : Int(revision) + 3).flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
        }
    }
}
