import CLinux
import Glibc
package import Kernel
import Synchronization

/// Kernel capabilities that a thread takes from its permitted into its effective set for one call.
///
/// They belong to threads, and a new thread has those of its maker. So the call is made on a thread that is
/// born for it from one that does not have them, does nothing else, and ends with it: nobody else's code ever
/// runs there.
/// - SeeAlso: capabilities(7).
package struct Raise: Hashable, Sendable {
    package let capabilities: KernelCapabilitySet

    package init(_ capabilities: KernelCapabilitySet) { self.capabilities = capabilities }

    package init(_ capability: KernelCapability) { self.init(KernelCapabilitySet([capability])) }

    /// Makes a call with them in effect; by the calling thread itself where it has them already.
    ///
    /// - Throws: what `call` throws; ``SystemError`` with `EPERM` and the names of those that are not
    ///   permitted, with `EAGAIN` where there is no room for a thread.
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

    /// On a thread of its own. The lowering cannot be refused; where it fails for want of memory, the
    /// thread ends all the same.
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

    /// Runs work that is not ours with the capabilities in effect, and looks whether it left them behind.
    ///
    /// A thread that is born inside has them too, and keeps them; what then runs there, nobody can say. Nor
    /// can it be lowered from outside.
    ///
    /// - Throws: ``LeakedPrivilege`` where such a thread lives when the work has ended, instead of what the
    ///   work gave or threw; else what `work` throws, and as ``run(_:)``.
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

/// The threads that are raised at the moment, to be told apart from those that nobody raised.
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
