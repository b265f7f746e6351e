/// What the first of some tells.
struct FirstEnding: AsyncSequence, Sendable {
    private let endings: [Endings]

    init(_ endings: [Endings]) { self.endings = endings }

    func makeAsyncIterator() -> Iterator { Iterator(endings: endings) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let endings: [Endings]

        /// Returns once none is listened to any more.
        func next() async -> Reason? {
            await withTaskGroup(of: Reason?.self) { group in
                for ending in endings { group.addTask { await FirstEnding.reason(of: ending) } }
                for await reason in group {
                    guard let reason else { continue }
                    group.cancelAll()
                    return reason
                }
                return nil
            }
        }
    }

    /// The first that it tells.
    static func reason(of ending: Endings) async -> Reason? {
        for await reason in ending { return reason }
        return nil
    }
}
