/// The ending that comes first among several.
struct FirstEnding: AsyncSequence, Sendable {
    private let endings: [Endings]

    init(_ endings: [Endings]) { self.endings = endings }

    func makeAsyncIterator() -> Iterator { Iterator(endings: endings) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let endings: [Endings]

        /// Returns once no sequence is being read any more.
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

    /// Returns the first reason of a sequence.
    static func reason(of ending: Endings) async -> Reason? {
        for await reason in ending { return reason }
        return nil
    }
}
