/// Collects diagnostics while a policy is read, so that a reader learns of several at once.
///
/// Past ``Limits/diagnostics`` it only remembers that there were more: a hostile file must not
/// cost more than an honest one.
package final class Problems {
    private var kept: [Diagnostic] = []
    private var hasMore = false

    package init() {}

    package func report(_ diagnostic: @autoclosure () -> Diagnostic) {
        guard kept.count < Limits.diagnostics else {
            hasMore = true
            return
        }
        kept.append(diagnostic())
    }

    /// Whether nothing that is still to be found would be told.
    package var isFull: Bool { hasMore }

    /// The value of `body`, or nil after its diagnostic was kept.
    package func keep<Value>(_ body: @autoclosure () throws(Diagnostic) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            report(error)
            return nil
        }
    }

    /// All that was reported, or nil if nothing was.
    package var found: Diagnostics? {
        guard let found = Diagnostics(kept), hasMore, let last = found.all.last else {
            return Diagnostics(kept)
        }
        return Diagnostics(found.all + [.tooManyProblems(at: last.location)])
    }
}
