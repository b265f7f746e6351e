/// An element each time that an answer may have changed, whichever of some sources tells so. For one reader.
struct Changes: AsyncSequence, Sendable {
    private let bell: Bell
    private let sources: [any ChangeSource]

    /// - Parameter sources: Woken by this bell.
    init(_ sources: [any ChangeSource], waking bell: Bell) {
        self.bell = bell
        self.sources = sources
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(sources: sources, rings: bell.rings.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let sources: [any ChangeSource]
        fileprivate var rings: AsyncStream<Void>.Iterator

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Void? {
            while await rings.next(isolation: actor) != nil {
                var isDue = false
                // All of them: what one has told does not silence another.
                for source in sources {
                    let hasChanged = try await source.takeChange()
                    isDue = isDue || hasChanged
                }
                if isDue { return () }
            }
            return nil
        }
    }
}
