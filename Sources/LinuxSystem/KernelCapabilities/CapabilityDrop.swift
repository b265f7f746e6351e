import CLinux
import Glibc

extension CapabilityCalls {
    /// Gives up all kernel capabilities but some, for good: in the permitted, the bounding, the inheritable
    /// and the ambient set. None is in effect afterwards; the ones that are kept can be raised.
    ///
    /// - Parameters:
    ///   - kept: Bit n being capability n. What a set does not have it does not get.
    ///   - noNewPrivileges: Whether no program that is executed may gain privilege from its file.
    /// - Throws: ``SystemError`` with `EBUSY` in a process of several threads, each of which has sets of its
    ///   own that nobody else can change; with `EPERM` where the bounding set has more, and CAP_SETPCAP is
    ///   not permitted; with `EIO` where the sets are not what they were made. After an error some may
    ///   be given up.
    /// - SeeAlso: capabilities(7); `PR_CAPBSET_DROP`, `PR_CAP_AMBIENT_LOWER` and `PR_SET_NO_NEW_PRIVS` in
    ///   prctl(2).
    package static func dropAll(
        keeping kept: UInt64,
        noNewPrivileges: Bool
    ) throws(SystemError) {
        try requireOneThread()
        if noNewPrivileges, clinux_prctl(PR_SET_NO_NEW_PRIVS, 1) != 0 {
            throw SystemError("prctl(2)", "PR_SET_NO_NEW_PRIVS", code: errno)
        }
        let bits = 0...UInt8(last)
        var sets = try ownSets(bits: bits)
        try raiseSetPCap(in: sets, keeping: kept)
        for bit in bits where sets.bounding & ~kept & 1 << UInt64(bit) != 0 {
            try check(clinux_prctl(PR_CAPBSET_DROP, UInt(bit)), bit, "PR_CAPBSET_DROP")
        }
        for bit in bits where sets.ambient & ~kept & 1 << UInt64(bit) != 0 {
            let code = clinux_prctl_ambient(PR_CAP_AMBIENT_LOWER, UInt(bit))
            try check(code, bit, "PR_CAP_AMBIENT_LOWER")
        }
        sets.permitted &= kept
        sets.inheritable &= kept
        sets.bounding &= kept
        sets.ambient &= kept
        sets.effective = 0
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
        in sets: CapabilitySets,
        keeping kept: UInt64
    ) throws(SystemError) {
        let setPCap = UInt64(1) << UInt64(CAP_SETPCAP)
        guard sets.bounding & ~kept != 0, sets.effective & setPCap == 0 else { return }
        guard sets.permitted & setPCap != 0 else {
            let remedy =
                "permit CAP_SETPCAP at the start, or let systemd set CapabilityBoundingSet="
            throw SystemError("prctl(2)", "the bounding set", code: EPERM, remedy: remedy)
        }
        var raised = sets
        raised.effective |= setPCap
        try setOwn(raised)
    }

    private static func check(_ code: Int32, _ bit: UInt8, _ call: String) throws(SystemError) {
        guard code != 0 else { return }
        throw SystemError("prctl(2)", "\(call) \(names(of: 1 << UInt64(bit)))", code: errno)
    }
}
