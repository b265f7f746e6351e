import AccessModel
import Kernel

/// A call that changes credentials, with ids as in the process' own namespace.
enum Transition {
    case setresuid(UInt32?, UInt32?, UInt32?)
    case setresgid(UInt32?, UInt32?, UInt32?)
    case setgroups([UInt32])
    case capset(KernelCapabilitySets)
    case ambientRaise(UInt8)
    case ambientLower(UInt8)
    case ambientClear
    case boundingDrop(UInt8)
    case secureBits(UInt32)
    case keepCaps(Bool)
    case noNewPrivileges

    /// The call in the form that the judge reads: its number and four arguments.
    var numbers: [UInt64] {
        let (call, arguments) = parts
        return [call] + (arguments + [0, 0, 0, 0]).prefix(4)
    }

    private var parts: (UInt64, [UInt64]) {
        switch self {
        case .setresuid(let real, let effective, let saved): (0, Self.ids(real, effective, saved))
        case .setresgid(let real, let effective, let saved): (1, Self.ids(real, effective, saved))
        case .setgroups(let ids): (2, [UInt64(ids.count)] + ids.map(UInt64.init))
        case .capset(let sets):
            (3, [sets.effective.mask, sets.permitted.mask, sets.inheritable.mask])
        case .ambientRaise(let bit): (4, [UInt64(bit)])
        case .ambientLower(let bit): (5, [UInt64(bit)])
        case .ambientClear: (6, [])
        case .boundingDrop(let bit): (7, [UInt64(bit)])
        case .secureBits(let bits): (8, [UInt64(bits)])
        case .keepCaps(let keeps): (9, [keeps ? 1 : 0])
        case .noNewPrivileges: (10, [])
        }
    }

    /// Returns the ids, with -1 for one that does not change.
    private static func ids(_ ids: UInt32?...) -> [UInt64] { ids.map { UInt64($0 ?? .max) } }

    /// Returns the model's result of the call.
    func applied(
        to process: ProcessCredentials,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> ProcessCredentials {
        switch self {
        case .setresuid(let real, let effective, let saved):
            try process.settingUsers(real: real, effective: effective, saved: saved)
        case .setresgid(let real, let effective, let saved):
            try process.settingGroups(real: real, effective: effective, saved: saved)
        case .setgroups(let ids): try process.settingSupplementaryGroups(ids)
        case .keepCaps(let keeps): try process.keepingCapabilities(keeps)
        default: try appliedToSets(of: process, on: kernel)
        }
    }

    private func appliedToSets(
        of process: ProcessCredentials,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> ProcessCredentials {
        switch self {
        case .capset(let sets):
            try process.settingCapabilities(
                effective: sets.effective,
                permitted: sets.permitted,
                inheritable: sets.inheritable,
                on: kernel
            )
        case .ambientRaise(let bit):
            try process.raisingAmbient(try Self.capability(bit), on: kernel)
        case .ambientLower(let bit):
            try process.loweringAmbient(try Self.capability(bit), on: kernel)
        case .ambientClear: process.clearingAmbient()
        case .boundingDrop(let bit):
            try process.droppingFromBounding(try Self.capability(bit), on: kernel)
        case .secureBits(let bits):
            try process.settingSecureBits(SecureBits(rawValue: bits), on: kernel)
        default: process.settingNoNewPrivileges()
        }
    }

    private static func capability(_ bit: UInt8) throws(CredentialRefusal) -> KernelCapability {
        guard let capability = KernelCapability(rawValue: bit) else { throw .invalidArgument }
        return capability
    }
}

// Transitions that no start of a service needs. The judge makes them, because later ones depend on them.
extension ProcessCredentials {
    /// Returns the credentials after `PR_CAP_AMBIENT_LOWER`.
    fileprivate func loweringAmbient(
        _ capability: KernelCapability,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> Self {
        guard kernel.known.contains(capability) else { throw .invalidArgument }
        var changed = self
        changed.sets.ambient = sets.ambient.removing(capability)
        return changed
    }

    /// Returns the credentials after `PR_CAP_AMBIENT_CLEAR_ALL`, which never fails.
    fileprivate func clearingAmbient() -> Self {
        var changed = self
        changed.sets.ambient = .none
        return changed
    }

    /// Returns the credentials after `PR_SET_KEEPCAPS`.
    fileprivate func keepingCapabilities(_ keeps: Bool) throws(CredentialRefusal) -> Self {
        guard !secureBits.contains(SecureBits.keepCaps.locks) else { throw .notPermitted }
        var changed = self
        if keeps {
            changed.secureBits.insert(.keepCaps)
        } else {
            changed.secureBits.remove(.keepCaps)
        }
        return changed
    }
}
