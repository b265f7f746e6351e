/// What tells why a procedure must end; what comes after the first does not matter.
public typealias Endings = any AsyncSequence<Reason, Never> & Sendable

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
                for ending in endings { group.addTask { await reason(of: ending) } }
                for await reason in group {
                    guard let reason else { continue }
                    group.cancelAll()
                    return reason
                }
                return nil
            }
        }
    }
}

/// What the last of some tells, unless something else holds then.
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
                last = await reason(of: ending)
                // One that tells nothing ends nothing.
                if last == nil { return nil }
            }
            return await holds() ? nil : last
        }
    }
}

private func reason(of ending: Endings) async -> Reason? {
    for await reason in ending { return reason }
    return nil
}
