import Foundation

/// Runs a body that may block on its own thread. Swift has only as many threads as processors. If tests keep all of
/// them waiting, none is left for the work that they wait for.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
