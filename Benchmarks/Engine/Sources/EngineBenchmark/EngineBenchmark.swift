import Glibc
import Synchronization

/// A warm process that measures one subject, a line from standard input at a time:
/// `time SHAPE N TIMES` or `memory SHAPE N`, answered by a line of numbers or by one of `error …`.
///
/// A process a subject, so that processor time, memory and threads are that subject's alone; who writes
/// the lines takes the processes in turn.
@main
enum EngineBenchmark {
    static func main() async {
        guard let name = CommandLine.arguments.dropFirst().first, let subject = subject(name) else {
            print("usage: EngineBenchmark engine|floor|foundation")
            exit(64)
        }
        while let line = readLine() {
            do {
                print(try await answer(line, of: subject))
            } catch {
                print("error \(error)")
            }
            fflush(nil)
        }
    }

    private static func subject(_ name: String) -> (any Subject)? {
        switch name {
        case "engine": EngineSubject()
        case "floor": FloorSubject()
        case "foundation": FoundationSubject()
        default: nil
        }
    }

    private static func answer(_ line: String, of subject: any Subject) async throws -> String {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 3, let count = Int(words[2]), count > 0 else { throw Unknown(line) }
        switch words[0] {
        case "time":
            let times = words.count > 3 ? Int(words[3]) ?? 1 : 1
            return try await time(words[1], count, times, of: subject).line
        case "memory":
            return try await subject.memory(words[1], count).line
        default:
            throw Unknown(line)
        }
    }

    /// The sum of so many runs: of a thousand procedures, one alone is too short to be measured.
    private static func time(
        _ shape: String,
        _ count: Int,
        _ times: Int,
        of subject: any Subject
    ) async throws -> Sample {
        var sample = Sample()
        let begin = processorTime()
        for _ in 0..<times {
            Bodies.count.store(0, ordering: .relaxed)
            try await subject.run(shape, count, &sample)
            let ran = Bodies.count.load(ordering: .relaxed)
            guard ran == count else { throw Miscounted(expected: count, ran: ran) }
        }
        // What other threads have left to do belongs to it too.
        usleep(2_000)
        sample.whole = processorTime() - begin
        return sample
    }
}
