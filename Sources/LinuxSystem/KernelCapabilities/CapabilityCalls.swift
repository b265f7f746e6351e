import CLibcap
import CLinux
import Glibc
package import Kernel

/// The kernel capabilities of the calling thread, and those of a file.
package enum CapabilityCalls {
    /// Returns the five sets of the calling thread.
    ///
    /// - Parameter bits: The capabilities to look for in the bounding and the ambient set, which the kernel reports one
    ///   by one. ``last`` is the highest capability.
    /// - Throws: ``SystemError`` as capget(2) fails.
    package static func ownSets(bits: ClosedRange<UInt8>) throws(SystemError)
        -> KernelCapabilitySets
    {
        var sets = try ownThreeSets()
        for bit in bits {
            guard let capability = KernelCapability(rawValue: bit) else { continue }
            if clinux_prctl(PR_CAPBSET_READ, UInt(bit)) == 1 {
                sets.bounding = sets.bounding.inserting(capability)
            }
            // An ambient capability is also permitted and inheritable, see capabilities(7).
            guard sets.permitted.intersection(sets.inheritable).contains(capability),
                clinux_prctl_ambient(PR_CAP_AMBIENT_IS_SET, UInt(bit)) == 1
            else { continue }
            sets.ambient = sets.ambient.inserting(capability)
        }
        return sets
    }

    /// Returns the effective, permitted and inheritable set of the calling thread. The other two are empty.
    package static func ownThreeSets() throws(SystemError) -> KernelCapabilitySets {
        var sets = clinux_capabilities()
        // SAFETY: the call writes the one struct.
        let code = unsafe clinux_capget(&sets)
        guard code == 0 else { throw SystemError("capget(2)", "this thread", code: errno) }
        let (low, high) = sets.words
        return KernelCapabilitySets(
            effective: set(low.effective, high.effective),
            permitted: set(low.permitted, high.permitted),
            inheritable: set(low.inheritable, high.inheritable)
        )
    }

    private static func set(_ low: UInt32, _ high: UInt32) -> KernelCapabilitySet {
        KernelCapabilitySet(mask: UInt64(low) | UInt64(high) << 32)
    }

    /// The highest capability that the running kernel knows, as libcap determined when it was loaded.
    package static var last: Int { Int(cap_max_bits()) - 1 }

    /// The securebits of the calling thread, see capabilities(7).
    package static func ownSecureBits() throws(SystemError) -> SecureBits {
        let bits = clinux_prctl(PR_GET_SECUREBITS, 0)
        guard bits >= 0 else { throw SystemError("prctl(2)", "PR_GET_SECUREBITS", code: errno) }
        return SecureBits(rawValue: UInt32(bits))
    }

    /// Returns the names of the capabilities in a set, as the manual page writes them: `CAP_CHOWN, CAP_KILL`. For more
    /// than four, it returns their number.
    static func names(of set: KernelCapabilitySet) -> String {
        let count = set.mask.nonzeroBitCount
        guard count <= 4 else { return "\(count) kernel capabilities" }
        return (UInt8(0)..<64).compactMap(KernelCapability.init(rawValue:)).filter(set.contains)
            .map(\.name).joined(separator: ", ")
    }

    /// Sets the effective, permitted and inheritable set of the calling thread, and of no other thread.
    ///
    /// - Throws: ``SystemError`` with `EPERM` if a bit is not permitted.
    /// - SeeAlso: capset(2).
    package static func setOwn(_ sets: KernelCapabilitySets) throws(SystemError) {
        var words = clinux_capabilities(words: (sets.words(from: 0), sets.words(from: 32)))
        // SAFETY: the call only reads the one struct.
        guard unsafe clinux_capset(&words) == 0 else {
            throw SystemError("capset(2)", "this thread", code: errno)
        }
    }

    /// Returns the capabilities of an executable, see cap_get_file(3), or nil if it has none.
    package static func ofFile(at path: String) throws(SystemError) -> KernelCapabilitySets? {
        try FileCalls.refuseNUL(path, "cap_get_file(3)")
        // SAFETY: `path` lives until the call returns.
        guard let found = unsafe cap_get_file(path) else {
            if errno == ENODATA || errno == EOPNOTSUPP { return nil }
            throw SystemError("cap_get_file(3)", path, code: errno)
        }
        return unsafe CapabilityState(taking: found).sets
    }
}

extension KernelCapabilitySets {
    fileprivate func words(from bit: UInt64) -> __user_cap_data_struct {
        __user_cap_data_struct(
            effective: UInt32(truncatingIfNeeded: effective.mask >> bit),
            permitted: UInt32(truncatingIfNeeded: permitted.mask >> bit),
            inheritable: UInt32(truncatingIfNeeded: inheritable.mask >> bit)
        )
    }
}

/// libcap's working copy of three sets, freed with its owner.
@safe private struct CapabilityState: ~Copyable {
    private let state: cap_t

    init(taking state: cap_t) { unsafe self.state = state }

    deinit { _ = unsafe cap_free(UnsafeMutableRawPointer(state)) }

    var sets: KernelCapabilitySets {
        KernelCapabilitySets(
            effective: set(CAP_EFFECTIVE),
            permitted: set(CAP_PERMITTED),
            inheritable: set(CAP_INHERITABLE)
        )
    }

    private func set(_ flag: cap_flag_t) -> KernelCapabilitySet {
        let mask = (0..<Int32(64)).reduce(UInt64(0)) { mask, bit in
            var value = CAP_CLEAR
            // SAFETY: `state` is valid until deinit; the call writes one flag value.
            let known = unsafe cap_get_flag(state, bit, flag, &value) == 0
            return known && value == CAP_SET ? mask | 1 << UInt64(bit) : mask
        }
        return KernelCapabilitySet(mask: mask)
    }
}
