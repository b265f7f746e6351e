import Synchronization

/// A time limit that several calls share for their waits for file servers.
package final class ServerPatience: Sendable {
    @TaskLocal static var current: ServerPatience?

    private let rest: Mutex<Int64>

    /// Starts with the time limit of a single call.
    package init() { rest = Mutex(FileServer.patience) }

    /// The remaining time in microseconds.
    var left: Int64 { rest.withLock { $0 } }

    func spend(_ microseconds: Int64) { rest.withLock { $0 -= microseconds } }

    /// Runs `body` on this thread. Its calls share the remaining time.
    package func limit<Value, Failure>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = Self.$current.withValue(self) { Result(catching: body) }
        return try result.get()
    }
}
