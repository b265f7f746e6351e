import AccessModel
import Kernel

/// A process that the judge can create.
struct JudgedProcess {
    enum Danger: UInt64, CaseIterable {
        case none, sharesFileSystem, tracedByRoot, tracedByItself
    }

    let credentials: ProcessCredentials
    /// The index of the namespace in the scene.
    let namespace: Int
    let danger: Danger

    /// The process in the form that the judge reads.
    var numbers: [UInt64] {
        let sets = credentials.sets
        var numbers: [UInt64] = [UInt64(namespace)]
        numbers += (credentials.user.listed + credentials.group.listed).map(UInt64.init)
        numbers.append(UInt64(credentials.groups.count))
        numbers += credentials.groups.sorted().map(UInt64.init)
        numbers += [
            sets.permitted.mask, sets.inheritable.mask, sets.effective.mask, sets.bounding.mask,
            sets.ambient.mask, UInt64(credentials.secureBits.rawValue),
            credentials.hasNoNewPrivileges ? 1 : 0, danger.rawValue,
        ]
        return numbers
    }
}

/// The judge's description of a process after the call, with ids as its own namespace shows them.
struct FinalProcess: Equatable {
    let users: [UInt64]
    let groups: [UInt64]
    let supplementary: [UInt64]
    let sets: KernelCapabilitySets
    let secureBits: UInt64
    let hasNoNewPrivileges: Bool
    let isSecure: Bool

    init(_ numbers: ArraySlice<UInt64>) {
        let numbers = Array(numbers)
        users = Array(numbers[0..<4])
        groups = Array(numbers[4..<8])
        sets = KernelCapabilitySets(
            effective: KernelCapabilitySet(mask: numbers[10]),
            permitted: KernelCapabilitySet(mask: numbers[8]),
            inheritable: KernelCapabilitySet(mask: numbers[9]),
            bounding: KernelCapabilitySet(mask: numbers[11]),
            ambient: KernelCapabilitySet(mask: numbers[12])
        )
        secureBits = numbers[13]
        hasNoNewPrivileges = numbers[14] == 1
        isSecure = numbers[15] == 1
        supplementary = numbers[17..<17 + Int(numbers[16])].sorted()
    }

    init(_ credentials: ProcessCredentials, isSecure: Bool = false) {
        let ids = credentials.namespace.own.ids
        users = credentials.user.listed.map { $0.shown(by: ids.users) }
        groups = credentials.group.listed.map { $0.shown(by: ids.groups) }
        supplementary = credentials.groups.map { $0.shown(by: ids.groups) }.sorted()
        sets = credentials.sets
        secureBits = UInt64(credentials.secureBits.rawValue)
        hasNoNewPrivileges = credentials.hasNoNewPrivileges
        self.isSecure = isSecure
    }
}

extension CredentialIDs {
    var listed: [UInt32] { [real, effective, saved, fileSystem] }
}

extension UInt32 {
    /// The id that stands for an unmapped one. No user of these tests has it.
    static let overflow: UInt32 = 65534

    fileprivate func shown(by map: IDMap) -> UInt64 {
        UInt64(map.inside(of: self) ?? Self.overflow)
    }
}
