/// A procedure of a run that others wait for.
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

    /// Whether it can end only after `execution`: by what it depends on, what it has produced, what runs
    /// inside it, and what its work waits for.
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
