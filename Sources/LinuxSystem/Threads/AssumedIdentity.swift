import CLinux
import Glibc
package import Kernel
import Synchronization

/// The identity that a thread assumes to ask on behalf of a subject, see credentials(7). The ids are those that this
/// process' user namespace shows.
package struct AssumedIdentity: Hashable, Sendable {
    package var user: UInt32
    package var group: UInt32
    /// The supplementary groups. It does not matter whether they include the group.
    package var groups: Set<UInt32>
    package var effective: KernelCapabilitySet

    package init(
        user: UInt32,
        group: UInt32,
        groups: Set<UInt32>,
        effective: KernelCapabilitySet
    ) {
        self.user = user
        self.group = group
        self.groups = groups
        self.effective = effective
    }
}

extension AssumedIdentity {
    /// Runs `body` on a new thread that assumes this identity and ends with `body`. No other thread of the process ever
    /// has it.
    ///
    /// The thread assumes the effective ids and the file system ids, the groups and the effective capabilities: all
    /// that the kernel judges files by. The real and saved ids and the permitted capabilities stay ours. Otherwise a
    /// process with the subject's uid could signal the thread, and so end this process (kill(2), prlimit(2)), or trace
    /// it. In a few places the kernel looks at those, and so answers for this process: for links of proc(5), the folder
    /// of this process there, and FUSE.
    ///
    /// `body` may only ask the kernel, and start neither threads nor tasks. While it runs, a setuid(3) of the program
    /// waits for it, and `/proc/PID` belongs to root (``Dumpability``). It blocks: call it on ``BlockingThreads``.
    ///
    /// - Throws: What `body` throws; ``SystemError`` with `EPERM` if the thread lacks CAP_SETGID, CAP_SETUID, or an
    ///   effective capability of the identity, which it names; with `EINVAL` for an id that its user namespace does not
    ///   map, and for more than 65,536 groups; with `EAGAIN` if there is no room for a thread, or if the identity
    ///   changed before `body` ended.
    /// - SeeAlso: setgroups(2), setresuid(2), capset(2), user_namespaces(7).
    package func run<Success: Sendable>(
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try onOwnThread(named: "warrant-subject") { try assumed(body) }
    }

    /// Asks for each of several places whether it may be used.
    ///
    /// - Parameter questions: Descriptors of places, which the caller has opened and keeps open. No path is walked
    ///   here, since a path through `/proc` would lead to the subject's files.
    /// - Returns: For each place nil for yes, otherwise the errno of the refusal or failure.
    /// - Throws: As ``run(_:)``.
    /// - SeeAlso: `AT_EMPTY_PATH` in faccessat2(2).
    package func refusals(of questions: [(place: Int32, mode: Permissions)]) throws -> [Int32?] {
        try run {
            questions.map { question in
                let flags = AT_EMPTY_PATH | AT_EACCESS
                let mode = Int32(question.mode.rawValue)
                // SAFETY: the empty path makes the call judge the descriptor itself.
                let code = unsafe clinux_faccessat2(question.place, "", mode, flags)
                return code == 0 ? nil : errno
            }
        }
    }

    private func assumed<Success>(_ body: () throws -> Success) throws -> Success {
        try SetIDBroadcast.heldOff {
            let own = try ThreadIdentity()
            Dumpability.hold()
            defer { Dumpability.release() }
            defer { own.resume() }
            try become(from: own)
            let found = try body()
            guard try ThreadIdentity().isAssumed(self) else {
                throw SystemError("a change of identity", "uid \(user)", code: EAGAIN)
            }
            return found
        }
    }

    private func become(from own: ThreadIdentity) throws(SystemError) {
        let lacking = effective.subtracting(own.sets.effective)
        guard lacking.isEmpty else {
            throw SystemError("capset(2)", CapabilityCalls.names(of: lacking), code: EPERM)
        }
        // Without this, a thread that is root only by its effective id could not become itself again.
        try check(clinux_prctl(PR_SET_KEEPCAPS, 1), "prctl(2)", "PR_SET_KEEPCAPS")
        // Set even if the groups seem to be the same: an id that is not mapped shows as another one.
        let list = Array(groups)
        // SAFETY: the call reads as many ids as the array has.
        let code = unsafe clinux_setgroups(list.count, list)
        try check(code, "setgroups(2)", "the groups of uid \(user)")
        try check(clinux_set_effective_group(group), "setresgid(2)", "gid \(group)")
        try check(clinux_set_effective_user(user), "setresuid(2)", "uid \(user)")
        // Last, since a change of the user changes the effective set too.
        var sets = own.sets
        sets.effective = effective
        try CapabilityCalls.setOwn(sets)
    }

    private func check(_ code: Int32, _ call: String, _ object: String) throws(SystemError) {
        guard code == 0 else { throw SystemError(call, object, code: errno) }
    }
}
