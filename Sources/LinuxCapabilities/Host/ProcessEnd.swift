import Capabilities
import LinuxSystem
import Procedures

/// Waits for the end of another process, which its pidfd tells; nothing else of it is told.
///
/// An asynchronous sequence without elements, which throws ``Unwatched`` then.
package struct ProcessEnd: AsyncSequence, Sendable {
    /// Open until nobody waits any more.
    fileprivate final class Watch: Sendable {
        let pid: Int32
        let signals: AsyncStream<Void>
        private let listener: DescriptorEvents.Listener
        private let process: ProcessHandle

        init(_ pid: Int32) throws(SystemError) {
            let (signals, signal) = AsyncStream.makeStream(
                of: Void.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            self.pid = pid
            self.signals = signals
            let process = try ProcessHandle(pid: pid)
            listener = try process.listen { signal.yield() }
            self.process = process
        }
    }

    private let watch: Watch

    /// - Throws: ``Unwatched`` where it has ended already; ``SystemError``.
    package init(of pid: Int32) throws {
        do throws(SystemError) {
            watch = try Watch(pid)
        } catch {
            throw error.code == Errno.ESRCH ? Self.over(pid) : error
        }
    }

    private static func over(_ pid: Int32) -> any Error {
        let message = "has ended, and nothing tells of another one with its number"
        return Unwatched(Reason("process-ended", "process \(pid)", message))
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(watch: watch, signals: watch.signals.makeAsyncIterator())
    }

    package struct Iterator: AsyncIteratorProtocol {
        private let watch: Watch
        private var signals: AsyncStream<Void>.Iterator

        fileprivate init(watch: Watch, signals: AsyncStream<Void>.Iterator) {
            self.watch = watch
            self.signals = signals
        }

        package mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Void? {
            guard await signals.next(isolation: actor) != nil else { return nil }
            throw ProcessEnd.over(watch.pid)
        }
    }
}
