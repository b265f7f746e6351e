import Synchronization

/// How long the servers of file systems are waited for in all, by calls that belong together.
package final class ServerPatience: Sendable {
    @TaskLocal static var current: ServerPatience?

    private let rest: Mutex<Int64>

    /// As long as one call is waited for.
    package init() { rest = Mutex(FileServer.patience) }

    /// What is left, in microseconds.
    var left: Int64 { rest.withLock { $0 } }

    func spend(_ microseconds: Int64) { rest.withLock { $0 -= microseconds } }

    /// Makes the calls of `body`, on this thread.
    package func limit<Value, Failure>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = Self.$current.withValue(self) { Result(catching: body) }
        return try result.get()
    }
}
