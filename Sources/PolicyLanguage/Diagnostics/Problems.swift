/// Collects diagnostics while a policy is read, so that an author sees several at once.
///
/// After ``Limits/diagnostics`` problems it only records that there are more. A hostile file must not cost more than an
/// honest one.
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

    /// True if further diagnostics would be dropped.
    package var isFull: Bool { hasMore }

    /// Returns the value of `body`, or nil after it records the diagnostic that `body` throws.
    package func keep<Value>(_ body: @autoclosure () throws(Diagnostic) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            report(error)
            return nil
        }
    }

    /// All reported diagnostics, or nil if there are none.
    package var found: Diagnostics? {
        guard let found = Diagnostics(kept), hasMore, let last = found.all.last else {
            return Diagnostics(kept)
        }
        return Diagnostics(found.all + [.tooManyProblems(at: last.location)])
    }
}
