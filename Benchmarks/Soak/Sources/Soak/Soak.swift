import Glibc
import Procedures

/// Blows a storm for some minutes, prints each second what the process holds, and fails where that grows.
@main
struct Soak {
    /// A thread a core of the pool, the main thread, and two of dispatch's own, for timers and the main
    /// queue; and as many again for a moment, where the kernel has not taken those that ended.
    static let mostThreads = 2 * (Usage.processors + 3)
    static let moreDescriptors = 2
    /// How much more than the most of the warm-up; the load itself goes up and down by about as much.
    static let moreResident = 1.1

    private var warmUp: Usage?
    private var problems: Set<String> = []

    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 600
        var soak = Soak()
        let storm = Storm(makeQueue: {
            ProcedureQueue(width: $0, deadlines: Storm.deadlines, exclusion: exclusion)
        })
        let blowing = Task {
            var seed: UInt64 = 1
            while !Task.isCancelled {
                await storm.blow(operations: storm.census.operations + 1_000, tasks: 3, seed: seed)
                seed += 3
            }
        }
        for second in 1...max(10, seconds) {
            try? await Task.sleep(for: .seconds(1))
            soak.look(at: storm, second, of: seconds)
        }
        blowing.cancel()
        await blowing.value
        await storm.abate()
        exit(soak.conclude(storm) ? 0 : 1)
    }

    private static let exclusion = ProcessExclusion()

    private mutating func look(at storm: Storm, _ second: Int, of seconds: Int) {
        guard let now = Usage.now() else { return note("/proc cannot be read") }
        print(
            second,
            "s,",
            now.threads,
            "threads,",
            now.descriptors,
            "descriptors,",
            now.residentKiB / 1024,
            "MiB,",
            storm.census.operations,
            "operations,",
            storm.census.population,
            "procedures held"
        )
        fflush(nil)
        if now.threads > Self.mostThreads { note("more than \(Self.mostThreads) threads") }
        guard second > seconds / 5, let before = warmUp else {
            let most = max(now.residentKiB, warmUp?.residentKiB ?? 0)
            let descriptors = max(now.descriptors, warmUp?.descriptors ?? 0)
            warmUp = Usage(threads: now.threads, descriptors: descriptors, residentKiB: most)
            return
        }
        if now.descriptors > before.descriptors + Self.moreDescriptors { note("descriptors grow") }
        if Double(now.residentKiB) > Double(before.residentKiB) * Self.moreResident {
            note(
                "resident memory grows beyond \(Self.moreResident) times \(before.residentKiB) KiB"
            )
        }
    }

    private mutating func note(_ problem: String) {
        if problems.insert(problem).inserted { print("PROBLEM:", problem) }
    }

    private mutating func conclude(_ storm: Storm) -> Bool {
        for violation in storm.census.violations.prefix(10) { note(violation) }
        if !storm.isIdle { note("something is left: \(storm.description)") }
        for (what, count) in storm.census.counts.sorted(by: { $0.key < $1.key }) {
            print(count, what)
        }
        print(problems.isEmpty ? "all is flat, and nothing is left" : "\(problems.count) problems")
        return problems.isEmpty
    }
}
