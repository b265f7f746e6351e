import CLinux
import Glibc
import Synchronization

/// Who a thread becomes to ask about files in somebody's place, see credentials(7); ids as this process'
/// user namespace shows them.
package struct AssumedIdentity: Hashable, Sendable {
    package var user: UInt32
    package var group: UInt32
    package var groups: Set<UInt32>
    /// The effective kernel capabilities.
    package var effective: UInt64

    package init(user: UInt32, group: UInt32, groups: Set<UInt32>, effective: UInt64) {
        self.user = user
        self.group = group
        self.groups = groups
        self.effective = effective
    }
}

extension AssumedIdentity {
    /// Runs `body` on a thread that is born for it, has become this identity, and ends with it; no other
    /// thread of the process is ever seen so.
    ///
    /// It is the identity by which files are used. The real, effective and saved ids stay, and of the sets
    /// of capabilities all but the effective one, in which CAP_SETUID and CAP_SETGID stay too: files do not
    /// look at them, and the library ends a process of which setuid(3) succeeds on one thread and fails on
    /// another. It blocks: call it on ``BlockingThreads``.
    ///
    /// - Throws: what `body` throws; ``SystemError`` with `EPERM` where the thread lacks CAP_SETGID,
    ///   CAP_SETUID or a capability that the identity has, or its user namespace has no such id; with
    ///   `EAGAIN` where the system has no room for a thread, and where the process changed its ids meanwhile.
    /// - SeeAlso: setgroups(2), setfsgid(2), setfsuid(2), capset(2), user_namespaces(7).
    package func run<Success: Sendable>(
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        let found = Mutex(Result<Success, any Error>?.none)
        let hasEnded = Semaphore()
        try startThread(named: "warrant-subject") {
            let result = Result {
                try become()
                let found = try body()
                try stayed()
                return found
            }
            found.withLock { $0 = result }
            hasEnded.signal()
        }
        hasEnded.wait()
        let result = found.withLock { $0 }
        guard let result else { throw SystemError("a thread that ended", "subject", code: EIO) }
        return try result.get()
    }

    /// Becomes the identity, where the thread is not it already. By raw calls, since those of the library
    /// change all threads; see setuid(2), "C library/kernel differences".
    private func become() throws(SystemError) {
        let own = try ProcessCalls.ownCredentials()
        if groups.union([group]) != Set(own.groups).union([group]) {
            let list = Array(groups)
            // SAFETY: the call reads as many ids as the array has.
            guard unsafe clinux_setgroups(list.count, list) == 0 else {
                throw SystemError("setgroups(2)", "the groups of uid \(user)", code: errno)
            }
        }
        // These two tell what was before, and never that they failed: so they are asked again, with no id.
        _ = clinux_setfsgid(group)
        guard clinux_setfsgid(.max) == Int32(bitPattern: group) else {
            throw SystemError("setfsgid(2)", "gid \(group)", code: EPERM)
        }
        _ = clinux_setfsuid(user)
        guard clinux_setfsuid(.max) == Int32(bitPattern: user) else {
            throw SystemError("setfsuid(2)", "uid \(user)", code: EPERM)
        }
        // Last, since a change of the user changes this too.
        var sets = try CapabilityCalls.ownThreeSets()
        let wanted = effective | sets.permitted & Self.idSetters
        guard sets.effective != wanted else { return }
        sets.effective = wanted
        try CapabilityCalls.setOwn(sets)
    }

    /// CAP_SETGID and CAP_SETUID, see capabilities(7).
    private static let idSetters: UInt64 = 1 << 6 | 1 << 7

    /// A change of the ids of all threads changes those of this one too.
    private func stayed() throws(SystemError) {
        let isOurs =
            clinux_setfsuid(.max) == Int32(bitPattern: user)
            && clinux_setfsgid(.max) == Int32(bitPattern: group)
        guard isOurs else { throw SystemError("a change of the ids", "uid \(user)", code: EAGAIN) }
    }
}
