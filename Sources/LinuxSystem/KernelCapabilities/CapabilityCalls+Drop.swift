import CLinux
import Glibc
package import Kernel

extension CapabilityCalls {
    /// Gives up all kernel capabilities but some, for good: in the permitted, the bounding, the inheritable
    /// and the ambient set. None is in effect afterwards; the ones that are kept can be raised.
    ///
    /// - Parameters:
    ///   - kept: A set does not get what it does not have.
    ///   - noNewPrivileges: Whether no program that is executed may gain privilege from its file.
    /// - Throws: ``SystemError`` with `EBUSY` in a process of several threads, each of which has sets of its
    ///   own that nobody else can change; with `EPERM` where the bounding set has more, and CAP_SETPCAP is
    ///   not permitted; with `EIO` where the sets are not what they were made. After an error some may
    ///   be given up.
    /// - SeeAlso: capabilities(7); `PR_CAPBSET_DROP`, `PR_CAP_AMBIENT_LOWER` and `PR_SET_NO_NEW_PRIVS` in
    ///   prctl(2).
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

    /// The bounding set is lowered with CAP_SETPCAP in effect.
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
