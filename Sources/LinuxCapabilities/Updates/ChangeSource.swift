import Procedures

/// A source that reports when an answer may have changed. It wakes the waiting reader, which then asks it.
package protocol ChangeSource: Sendable {
    /// Returns whether an answer may have changed since the last call. After that it listens to everything that the
    /// next look reads.
    ///
    /// - Throws: `Unwatched` if nothing announces changes any more; the error that prevented listening.
    func takeChange() async throws -> Bool

    /// True if the next ``takeChange()`` is known not to return false. False by default: it is not known before.
    var hasChanged: Bool { get }
}

extension ChangeSource {
    package var hasChanged: Bool { false }
}

/// Wakes one reader. Several rings before the reader listens wake it once.
package struct Bell: Sendable {
    private final class Signal: Sendable {
        let call = Locked<(@Sendable () -> Void)?>(nil)
    }

    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let signal = Signal()

    package init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sets the closure that each ring calls before it wakes the reader.
    func whenRung(_ call: @escaping @Sendable () -> Void) { signal.call.withLock { $0 = call } }

    package func ring() {
        signal.call.withLock { $0 }?()
        continuation.yield()
    }
}
