/// An ending once each of several sequences has reported one, unless something else holds then. It yields the reason of
/// the last sequence in the order written.
struct LastEnding: AsyncSequence, Sendable {
    private let endings: [Endings]
    private let holds: @Sendable () async -> Bool

    init(_ endings: [Endings], unless holds: @escaping @Sendable () async -> Bool) {
        self.endings = endings
        self.holds = holds
    }

    func makeAsyncIterator() -> Iterator { Iterator(endings: endings, holds: holds) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let endings: [Endings]
        fileprivate let holds: @Sendable () async -> Bool

        func next() async -> Reason? {
            var last: Reason?
            for ending in endings {
                last = await FirstEnding.reason(of: ending)
                // A sequence without a reason ends nothing.
                if last == nil { return nil }
            }
            return await holds() ? nil : last
        }
    }
}
