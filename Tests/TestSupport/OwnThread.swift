import Foundation

/// Runs what may block on a thread of its own: Swift's threads are as few as the processors, and where a test
/// keeps each of them waiting, none is left for what they wait for.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
