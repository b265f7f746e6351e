import Procedures
import TestSupport
import Testing

@Suite struct `Production at the end of work` {
    @Test(.timeLimit(.minutes(20)))
    func `A procedure produced as the work ends is refused or ends`() async {
        let queue = ProcedureQueue(width: 4)
        for round in 0..<2_000 {
            let begun = Latch()
            let late = Locked<Task<Void, Never>?>(nil)
            let outcome = await queue.run(
                Procedure("producer") { context in
                    let task = Task.detached {
                        begun.open()
                        guard let child = try? context.produce(Procedure("child") {}) else {
                            return
                        }
                        _ = try? await child.outcome()
                    }
                    late.withLock { $0 = task }
                    await begun.wait()
                    for _ in 0..<(round % 3) { await Task.yield() }
                }
            )
            #expect(outcome.isSuccess)
            // If the child belonged to a run that has ended, this would wait forever.
            await late.withLock { $0 }?.value
        }
    }
}
