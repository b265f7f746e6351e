/// Procedures that joined a run together: the procedures that were run, or those that one procedure produced.
struct Addition {
    /// Nil for the procedures that were run.
    let producer: Int?
    /// The number of procedures that may run at once.
    let width: Int
    /// True if the first procedure that does not succeed cancels the others.
    /// True until one of its procedures fails, if the others are cancelled then.
    var failsFast: Bool
    let members: Range<Int>
    /// The procedures for which the addition was made, without their dependencies.
    let roots: [Int]
    private var running = 0
    /// Procedures that are ready but beyond the width, in the order in which they came. Those before `unparked` have
    /// left.
    private var parked: [Int] = []
    private var unparked = 0

    init(_ joining: Joining, members: Range<Int>, roots: [Int]) {
        producer = joining.producer
        width = max(1, joining.width)
        failsFast = joining.failsFast
        self.members = members
        self.roots = roots
    }

    private var isLimited: Bool { width < .max }

    /// Lets a procedure run, or parks it until there is room. Without a limit nothing is counted: a counter that every
    /// procedure writes would move from processor to processor.
    mutating func admit(_ index: Int) -> Bool {
        guard isLimited else { return true }
        guard running < width else {
            parked.append(index)
            return false
        }
        running += 1
        return true
    }

    /// Lets a procedure run regardless of the width.
    mutating func admit() { if isLimited { running += 1 } }

    mutating func leave() { if isLimited { running -= 1 } }

    /// Returns the next parked procedure, if there is room for it.
    mutating func unpark() -> Int? {
        guard running < width, unparked < parked.count else { return nil }
        defer { unparked += 1 }
        return parked[unparked]
    }
}

/// The way in which procedures join a run, and the time.
struct Joining {
    /// Nil for the procedures that were run.
    let producer: Int?
    let width: Int
    let failsFast: Bool
    /// The deadlines of procedures that set none.
    let standard: Deadlines
    let now: Nanoseconds
    private let standardDeadlines: (start: Nanoseconds, overall: Nanoseconds)

    init(
        by producer: Int? = nil,
        width: Int = .max,
        failsFast: Bool = false,
        standard: Deadlines,
        now: Nanoseconds
    ) {
        self.producer = producer
        self.width = width
        self.failsFast = failsFast
        self.standard = standard
        self.now = now
        standardDeadlines = Self.deadlines(standard, now)
    }

    /// The times by which a procedure must have started, and ended.
    func deadlines(of steps: Steps) -> (start: Nanoseconds, overall: Nanoseconds) {
        guard steps.hasOptions else { return standardDeadlines }
        return Self.deadlines(steps.deadlines(from: standard), now)
    }

    private static func deadlines(
        _ limits: Deadlines,
        _ now: Nanoseconds
    ) -> (start: Nanoseconds, overall: Nanoseconds) {
        let overall = limits.overall.map { Nanoseconds(clamping: $0).after(now) } ?? .never
        return (min(Nanoseconds(clamping: limits.dependencies).after(now), overall), overall)
    }
}
