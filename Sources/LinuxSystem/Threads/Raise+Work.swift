import Glibc
import Kernel

extension Raise {
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

/// Threads that were born while a capability was raised, and have it still: a fault of the work.
public struct LeakedPrivilege: Error, Hashable, Sendable, CustomStringConvertible {
    /// `CAP_NET_RAW`.
    public let capabilities: String
    /// Their ids, as `/proc/self/task` has them.
    public let threads: [Int32]

    public var description: String {
        let list = threads.map(String.init).joined(separator: ", ")
        let are = threads.count == 1 ? "thread \(list) was" : "threads \(list) were"
        return
            "\(are) born while \(capabilities) was raised, and keep it in effect; start no task and no "
            + "thread there, or use one of the permit's own operations"
    }
}
