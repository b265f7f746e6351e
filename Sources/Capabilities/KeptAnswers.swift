import Procedures

/// The answers that are kept in this process, one for each base and limit.
final class KeptAnswers: Sendable {
    private struct Key: Hashable, Sendable {
        let base: AnySendableKey
        let limit: Duration
    }

    private struct Place: Sendable {
        weak let answer: (any AnyObject & Sendable)?
    }

    static let ofProcess = KeptAnswers()

    private let places = Locked<[Key: Place]>([:])

    func answer<Base: KeepableCapability>(of base: Base, within limit: Duration) -> KeptAnswer<Base>
    {
        let key = Key(base: AnySendableKey(base), limit: limit)
        // Made outside the lock, like all that it may release.
        let new = KeptAnswer(base, within: limit, .ofProcess) { [weak self] in self?.remove(key) }
        let answer = places.withLock { places -> (any AnyObject & Sendable)? in
            if let answer = places[key]?.answer { return answer }
            places[key] = Place(answer: new)
            return nil
        }
        return answer as? KeptAnswer<Base> ?? new
    }

    /// Removes an answer that has been released, unless another one has its place.
    private func remove(_ key: Key) {
        typealias Leaving = (removed: (key: Key, value: Place)?, other: (any AnyObject & Sendable)?)
        _ = places.withLock { places -> Leaving in
            guard let index = places.index(forKey: key) else { return (nil, nil) }
            // This reference may be the last one, so it is released outside the lock.
            let other = places[index].value.answer
            return other == nil ? (places.remove(at: index), nil) : (nil, other)
        }
    }
}
