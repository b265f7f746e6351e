/// A source that reports when an answer may have changed. It wakes the waiting reader, which then asks it.
package protocol ChangeSource: Sendable {
    /// Returns whether an answer may have changed since the last call. After that it listens to everything that the
    /// next look reads.
    ///
    /// - Throws: `Unwatched` if nothing announces changes any more; the error that prevented listening.
    func takeChange() async throws -> Bool
}

/// Wakes one reader. Several rings before the reader listens wake it once.
package struct Bell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func ring() { continuation.yield() }
}
