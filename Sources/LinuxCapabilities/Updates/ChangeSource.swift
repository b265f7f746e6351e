/// Something that tells when an answer may have changed: it wakes who waits, and is then asked.
package protocol ChangeSource: Sendable {
    /// Whether an answer may have changed since the last call; it is then listened to all that the next look
    /// is made from.
    ///
    /// - Throws: `Unwatched` where nothing tells of changes any more; what kept it from listening.
    func takeChange() async throws -> Bool
}

/// Wakes one reader. However often it rings before he listens, he wakes once.
package struct Bell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func ring() { continuation.yield() }
}
