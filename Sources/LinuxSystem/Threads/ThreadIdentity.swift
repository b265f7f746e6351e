import CLinux
import Glibc
import Kernel

/// The identity of the calling thread, as the kernel tells it without `/proc`, which a thread that has
/// assumed another one may not be able to search.
struct ThreadIdentity {
    let effectiveUser = geteuid()
    let effectiveGroup = getegid()
    // No id is this one, so that nothing changes; see setfsuid(2).
    let fileSystemUser = clinux_setfsuid(.max)
    let fileSystemGroup = clinux_setfsgid(.max)
    let groups: [UInt32]
    let sets: KernelCapabilitySets
    private let keepsCapabilities = clinux_prctl(PR_GET_KEEPCAPS, 0)

    init() throws(SystemError) {
        // With no room the call only counts.
        let room = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(max(room, 0)))
        // SAFETY: the call writes at most as many ids as the array has; nobody else changes this thread's.
        let count = unsafe getgroups(Int32(groups.count), &groups)
        guard count >= 0 else { throw SystemError("getgroups(2)", "this thread", code: errno) }
        self.groups = groups.prefix(Int(count)).sorted()
        sets = try CapabilityCalls.ownThreeSets()
    }

    /// Whether it is all that a thread becomes to assume an identity.
    func isAssumed(_ identity: AssumedIdentity) -> Bool {
        effectiveUser == identity.user && fileSystemUser == identity.user
            && effectiveGroup == identity.group && fileSystemGroup == identity.group
            && groups == identity.groups.sorted() && sets.effective == identity.effective
    }

    /// Makes the thread what it was, which the permitted capabilities allow.
    ///
    /// Where one of these fails for want of memory the thread still ends, as somebody who can do less.
    func resume() {
        try? CapabilityCalls.setOwn(sets)
        _ = clinux_set_effective_user(effectiveUser)
        _ = clinux_setfsuid(fileSystemUser)
        _ = clinux_set_effective_group(effectiveGroup)
        _ = clinux_setfsgid(fileSystemGroup)
        // SAFETY: the call reads as many ids as the array has.
        _ = unsafe clinux_setgroups(groups.count, groups)
        _ = clinux_prctl(PR_SET_KEEPCAPS, UInt(keepsCapabilities))
        // Once more, since a change of the user changes this too.
        try? CapabilityCalls.setOwn(sets)
    }
}
