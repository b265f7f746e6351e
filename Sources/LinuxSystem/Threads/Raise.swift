import CLinux
import Glibc
package import Kernel
import Synchronization

/// Kernel capabilities that a thread takes from its permitted into its effective set for one call.
///
/// Capabilities belong to threads, and a new thread inherits those of its creator. So the call is made on a new thread,
/// whose creator does not have them. The thread does nothing else and ends with the call, so no foreign code ever runs
/// on it.
/// - SeeAlso: capabilities(7).
package struct Raise: Hashable, Sendable {
    package let capabilities: KernelCapabilitySet

    package init(_ capabilities: KernelCapabilitySet) { self.capabilities = capabilities }

    package init(_ capability: KernelCapability) { self.init(KernelCapabilitySet([capability])) }

    /// Makes a call with the capabilities in effect. If the calling thread has them already, it makes the call itself.
    ///
    /// - Throws: What `call` throws; ``SystemError`` with `EPERM` and the names of the capabilities that are not
    ///   permitted, or with `EAGAIN` if there is no room for a thread.
    package func run<Success: Sendable>(
        _ call: @escaping @Sendable () throws(SystemError) -> Success
    ) throws(SystemError) -> Success {
        let own = try CapabilityCalls.ownThreeSets()
        guard !capabilities.isSubset(of: own.effective) else { return try call() }
        let answer: Result<Success, SystemError>
        do {
            answer = try onOwnThread(named: "warrant-raised") {
                Result { () throws(SystemError) in try raised(from: own, call) }
            }
        } catch {
            throw error as? SystemError
                ?? SystemError("pthread_create(3)", "warrant-raised", code: EAGAIN)
        }
        return try answer.get()
    }

    /// Raises the capabilities on the new thread. The kernel cannot refuse to lower them again. If that fails for lack
    /// of memory, the thread still ends.
    private func raised<Success>(
        from own: KernelCapabilitySets,
        _ call: () throws(SystemError) -> Success
    ) throws(SystemError) -> Success {
        let lacking = capabilities.subtracting(own.permitted)
        guard lacking.isEmpty else {
            throw SystemError("capset(2)", CapabilityCalls.names(of: lacking), code: EPERM)
        }
        let thread = RaisedThreads.enter()
        defer { RaisedThreads.leave(thread) }
        var sets = own
        sets.effective = sets.effective.union(capabilities)
        try CapabilityCalls.setOwn(sets)
        defer { try? CapabilityCalls.setOwn(own) }
        return try call()
    }

    /// Runs foreign work with the capabilities in effect, and checks whether it left them behind.
    ///
    /// A thread that the work starts inherits the capabilities and keeps them. Any code may run on it later, and no
    /// other thread can lower its capabilities.
    ///
    /// - Throws: ``LeakedPrivilege`` if such a thread lives when the work has ended, in place of the work's result or
    ///   error; otherwise what `work` throws, and as ``run(_:)``.
    package func run<Success: Sendable>(
        work: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        let before = Set(try threads().map(\.thread))
        let result = try run { () throws(SystemError) in Result(catching: work) }
        let born = try threads().filter { thread in
            !thread.capabilities.effective.intersection(capabilities).isEmpty
                && !before.contains(thread.thread) && !RaisedThreads.contains(thread.thread)
        }
        guard born.isEmpty else {
            let names = CapabilityCalls.names(of: capabilities)
            throw LeakedPrivilege(capabilities: names, threads: born.map(\.thread).sorted())
        }
        return try result.get()
    }

    private func threads() throws(SystemError) -> [ThreadCredentials] {
        try ProcessCalls.credentials(ofProcess: ProcessCalls.ownProcess)
    }
}

/// The threads whose capabilities are raised now, in contrast to those that inherited capabilities.
enum RaisedThreads {
    private static let live = Mutex(Set<Int32>())

    static func enter() -> Int32 {
        let thread = clinux_gettid()
        live.withLock { _ = $0.insert(thread) }
        return thread
    }

    static func leave(_ thread: Int32) { live.withLock { _ = $0.remove(thread) } }

    static func contains(_ thread: Int32) -> Bool { live.withLock { $0.contains(thread) } }
}
