/// Threads that were started while a capability was raised, and still have it: an error of the work.
public struct LeakedPrivilege: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names of the capabilities: `CAP_NET_RAW`.
    public let capabilities: String
    /// The ids of the threads in `/proc/self/task`.
    public let threads: [Int32]

    public var description: String {
        let list = threads.map(String.init).joined(separator: ", ")
        let are = threads.count == 1 ? "thread \(list) was" : "threads \(list) were"
        return
            "\(are) born while \(capabilities) was raised, and keep it in effect; start no task and no "
            + "thread there, or use one of the permit's own operations"
    }
}
