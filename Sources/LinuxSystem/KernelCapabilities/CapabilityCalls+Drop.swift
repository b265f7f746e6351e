import CLinux
import Glibc
package import Kernel

extension CapabilityCalls {
    /// Gives up all kernel capabilities except some, for good: in the permitted, the bounding, the inheritable and the
    /// ambient set. Afterwards none is effective. The kept ones can be raised.
    ///
    /// - Parameters:
    ///   - kept: The capabilities to keep. No set gains one that it does not have.
    ///   - noNewPrivileges: Whether executed programs are kept from gaining privilege from their files.
    /// - Throws: ``SystemError`` with `EBUSY` in a process of several threads, since each thread has sets that no other
    ///   thread can change; with `EPERM` if the bounding set has more, and CAP_SETPCAP is not permitted; with `EIO` if
    ///   the sets are not as set afterwards. After an error, some capabilities may be given up.
    /// - SeeAlso: capabilities(7); `PR_CAPBSET_DROP`, `PR_CAP_AMBIENT_LOWER` and `PR_SET_NO_NEW_PRIVS` in prctl(2).
    package static func dropAll(
        keeping kept: KernelCapabilitySet,
        noNewPrivileges: Bool
    ) throws(SystemError) {
        try requireOneThread()
        if noNewPrivileges, clinux_prctl(PR_SET_NO_NEW_PRIVS, 1) != 0 {
            throw SystemError("prctl(2)", "PR_SET_NO_NEW_PRIVS", code: errno)
        }
        let bits = 0...UInt8(last)
        var sets = try ownSets(bits: bits)
        try raiseSetPCap(in: sets, keeping: kept)
        let known = bits.compactMap(KernelCapability.init(rawValue:))
        for capability in known where sets.bounding.subtracting(kept).contains(capability) {
            let code = clinux_prctl(PR_CAPBSET_DROP, UInt(capability.rawValue))
            try check(code, capability, "PR_CAPBSET_DROP")
        }
        for capability in known where sets.ambient.subtracting(kept).contains(capability) {
            let code = clinux_prctl_ambient(PR_CAP_AMBIENT_LOWER, UInt(capability.rawValue))
            try check(code, capability, "PR_CAP_AMBIENT_LOWER")
        }
        sets.permitted = sets.permitted.intersection(kept)
        sets.inheritable = sets.inheritable.intersection(kept)
        sets.bounding = sets.bounding.intersection(kept)
        sets.ambient = sets.ambient.intersection(kept)
        sets.effective = .none
        try setOwn(sets)
        guard try ownSets(bits: bits) == sets else {
            throw SystemError("capget(2)", "the sets that were given up", code: EIO)
        }
    }

    private static func requireOneThread() throws(SystemError) {
        let threads = try Directory.names(at: "/proc/self/task").count
        guard threads != 1 else { return }
        throw SystemError(
            "capset(2)",
            "a process of \(threads) threads",
            code: EBUSY,
            remedy: "give them up before the first `await`, or let systemd do it: "
                + "AmbientCapabilities= and CapabilityBoundingSet= of systemd.exec(5)"
        )
    }

    /// Raises CAP_SETPCAP if the bounding set has to be lowered, which requires it.
    private static func raiseSetPCap(
        in sets: KernelCapabilitySets,
        keeping kept: KernelCapabilitySet
    ) throws(SystemError) {
        guard !sets.bounding.isSubset(of: kept), !sets.effective.contains(.setpcap) else { return }
        guard sets.permitted.contains(.setpcap) else {
            let remedy =
                "permit CAP_SETPCAP at the start, or let systemd set CapabilityBoundingSet="
            throw SystemError("prctl(2)", "the bounding set", code: EPERM, remedy: remedy)
        }
        var raised = sets
        raised.effective = raised.effective.inserting(.setpcap)
        try setOwn(raised)
    }

    private static func check(
        _ code: Int32,
        _ capability: KernelCapability,
        _ call: String
    ) throws(SystemError) {
        guard code != 0 else { return }
        throw SystemError("prctl(2)", "\(call) \(capability.name)", code: errno)
    }
}
