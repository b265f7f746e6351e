/// A procedure that other procedures wait for.
struct AwaitedProcedure: Hashable, Sendable {
    let run: Run
    let index: Int

    static func == (one: Self, other: Self) -> Bool {
        one.run === other.run && one.index == other.index
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(run))
        hasher.combine(index)
    }

    var name: String { run.name(of: index) }

    /// Returns whether it can end only after `execution`. It may wait for it through its dependencies, the procedures
    /// that it has produced, the procedures that run inside it, or the ones that its work waits for.
    func endsAfter(_ execution: Execution) -> Bool {
        let end = AwaitedProcedure(run: execution.run, index: execution.index)
        var seen: Set<AwaitedProcedure> = []
        var next = [self]
        while let one = next.popLast() {
            if one == end { return true }
            if seen.insert(one).inserted { next += one.run.whatEndsBefore(one.index) }
        }
        return false
    }
}
