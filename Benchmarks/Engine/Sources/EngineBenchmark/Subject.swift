/// One of those that are compared.
protocol Subject: Sendable {
    /// Runs `count` units of work once, in that shape, and adds to the sample.
    @concurrent func run(_ shape: String, _ count: Int, _ sample: inout Sample) async throws

    /// What so many units hold while all of them wait.
    @concurrent func memory(_ shape: String, _ count: Int) async throws -> Memory
}

extension Subject {
    @concurrent func memory(_ shape: String, _ count: Int) async throws -> Memory {
        throw Unknown(shape)
    }
}

/// Times of this process, in seconds.
struct Sample {
    /// Processor time of the thread that makes the descriptions.
    var describing = 0.0
    /// Processor time of the thread that lets go of them.
    var lettingGo = 0.0
    /// Processor time of all threads, from the beginning until every one has come to rest. Only then:
    /// while others run, the kernel's figure for them is behind by up to a tick.
    var whole = 0.0
    /// By the clock on the wall: describing and running.
    var wall = 0.0

    var line: String { "\(describing) \(lettingGo) \(whole) \(wall)" }

    /// Describes and runs, and lets go of what was described.
    mutating func add<Described>(
        describing describe: () -> Described,
        running run: (Described) async throws -> Void
    ) async rethrows {
        let begin = (wall: wallTime(), used: processorTimeOfThread())
        var described: Described? = describe()
        describing += processorTimeOfThread() - begin.used
        if let described { try await run(described) }
        wall += wallTime() - begin.wall
        let end = processorTimeOfThread()
        described = nil
        lettingGo += processorTimeOfThread() - end
    }
}

/// Bytes of all units together.
struct Memory {
    var described: Int
    /// The descriptions included.
    var enqueued: Int

    var line: String { "\(described) \(enqueued)" }
}

/// A shape that a subject does not have.
struct Unknown: Error {
    let shape: String
    init(_ shape: String) { self.shape = shape }
}

/// The subject is wrong, and its times mean nothing.
struct Miscounted: Error {
    let expected: Int
    let ran: Int
}

struct Failed: Error {
    let outcome: String
}
