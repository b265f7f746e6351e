// Procedures whose bodies block their threads, which a test process needs for other tests. Prints each warning of the
// queue as a line.
//
//   HeldThreadProbe one   a body that blocks, beside one that suspends
//   HeldThreadProbe all   as many bodies that block as there are processors
import Dispatch
import Glibc
import LinuxSystem
import Logging
import Procedures
import Synchronization

let count = CommandLine.arguments.last == "one" ? 1 : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
let left = Atomic(count)
let door = DispatchSemaphore(value: 0)
let (mayEnd, end) = AsyncStream<Void>.makeStream()

/// Prints warnings, and ends the bodies after the last one. It leaves that to no task: there may be no thread for one.
struct Warnings: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard event.level >= .warning, let procedure = metadata["procedure"] else { return }
        let name = "\(procedure)".prefix { $0 != " " && $0 != "#" }
        try? Output.standard.write("\(name): \(event.message)\n")
        guard left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 else { return }
        for _ in 1...count { door.signal() }
    }
}

/// A function of its own, because an `async` one may not block.
func wait() { door.wait() }

let queue = ProcedureQueue(
    width: .max,
    logger: Logger(label: "probe") { _ in Warnings() },
    timer: .shared,
    bodyLimit: .milliseconds(100)
)
let resting = queue.enqueue(Procedure("resting") { for await _ in mayEnd {} })
let blocked = (1...count).map { number in
    queue.enqueue(Procedure("body-\(number)") { wait() })
}
for one in blocked { _ = try await one.outcome() }
end.finish()
_ = try await resting.outcome()
