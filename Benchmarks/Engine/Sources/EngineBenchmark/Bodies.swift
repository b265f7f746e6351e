import Synchronization

/// The work that is measured with: none, but no compiler can leave it out, and every run is counted.
enum Bodies {
    static let count = Atomic(0)

    @inline(never) static func answer(_ number: Int) -> Int {
        count.wrappingAdd(1, ordering: .relaxed)
        return number
    }

    @inline(never) static func answerAfterYield(_ number: Int) async -> Int {
        await Task.yield()
        return answer(number)
    }
}
