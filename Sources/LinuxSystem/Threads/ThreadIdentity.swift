import CLinux
import Glibc
import Kernel

/// The identity of the calling thread, read without `/proc`. A thread that has assumed another identity may not be able
/// to search `/proc`.
struct ThreadIdentity {
    let effectiveUser = geteuid()
    let effectiveGroup = getegid()
    // No user or group has this id, so the call changes nothing; see setfsuid(2).
    let fileSystemUser = clinux_setfsuid(.max)
    let fileSystemGroup = clinux_setfsgid(.max)
    let groups: [UInt32]
    let sets: KernelCapabilitySets
    /// False too if a seccomp(2) filter refuses the look.
    private let keepsCapabilities = clinux_prctl(PR_GET_KEEPCAPS, 0) == 1

    init() throws(SystemError) {
        groups = try Self.groups()
        sets = try CapabilityCalls.ownThreeSets()
    }

    /// Returns the supplementary groups of the calling thread, in order.
    static func groups() throws(SystemError) -> [UInt32] {
        // With no room the call only counts.
        let room = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(max(room, 0)))
        // SAFETY: the call writes at most as many ids as the array has; nobody else changes this thread's.
        let count = unsafe getgroups(Int32(groups.count), &groups)
        guard count >= 0 else { throw SystemError("getgroups(2)", "this thread", code: errno) }
        return groups.prefix(Int(count)).sorted()
    }

    /// Whether this is exactly the identity that a thread assumes.
    func isAssumed(_ identity: AssumedIdentity) -> Bool {
        effectiveUser == identity.user && fileSystemUser == identity.user
            && effectiveGroup == identity.group && fileSystemGroup == identity.group
            && groups == identity.groups.sorted() && sets.effective == identity.effective
    }

    /// Restores the identity, which the permitted capabilities allow.
    ///
    /// If a step fails for lack of memory, the thread still ends, with less privilege.
    func resume() {
        try? CapabilityCalls.setOwn(sets)
        _ = clinux_set_effective_user(effectiveUser)
        _ = clinux_setfsuid(fileSystemUser)
        _ = clinux_set_effective_group(effectiveGroup)
        _ = clinux_setfsgid(fileSystemGroup)
        // SAFETY: the call reads as many ids as the array has.
        _ = unsafe clinux_setgroups(groups.count, groups)
        _ = clinux_prctl(PR_SET_KEEPCAPS, keepsCapabilities ? 1 : 0)
        // Set again, since a change of the user changes the effective set too.
        try? CapabilityCalls.setOwn(sets)
    }
}
