/// What joined a run at one time: what was run, or what one procedure produced.
struct Addition {
    /// Nil for what was run.
    let producer: Int?
    /// How many may run at once.
    let width: Int
    /// Whether the first that does not succeed cancels the others.
    let failsFast: Bool
    let members: Range<Int>
    /// Those for which the addition was made, without what they depend on.
    let roots: [Int]
    private var running = 0
    /// Ready, but beyond the width: those after `unparked`, in the order in which they came.
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

    /// Lets one run, or has it wait until there is room for it. Where all may run, nobody counts: what is
    /// written for each that runs goes from processor to processor.
    mutating func admit(_ index: Int) -> Bool {
        guard isLimited else { return true }
        guard running < width else {
            parked.append(index)
            return false
        }
        running += 1
        return true
    }

    /// Lets one run in any case.
    mutating func admit() { if isLimited { running += 1 } }

    mutating func leave() { if isLimited { running -= 1 } }

    /// The next of those beyond the width, where there is room for it.
    mutating func unpark() -> Int? {
        guard running < width, unparked < parked.count else { return nil }
        defer { unparked += 1 }
        return parked[unparked]
    }
}

/// How procedures join a run, and when.
struct Joining {
    /// Nil for what was run.
    let producer: Int?
    let width: Int
    let failsFast: Bool
    /// What counts for procedures that say nothing else.
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

    /// Until when a procedure must have started, and ended.
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
