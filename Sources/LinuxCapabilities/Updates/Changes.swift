import Capabilities

/// A sequence with an element each time that an answer may have changed, reported by any of its sources. For one
/// reader.
struct Changes: AsyncSequence, Sendable {
    private let bell: Bell
    private let sources: [any ChangeSource]

    /// - Parameter sources: The sources that ring this bell.
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
                // All sources are asked, so the report of one does not hide another's.
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

extension Changes: PromptChanges {
    var isDue: Bool { sources.contains(where: \.hasChanged) }

    func whenDue(_ signal: @escaping @Sendable () -> Void) { bell.whenRung(signal) }
}
