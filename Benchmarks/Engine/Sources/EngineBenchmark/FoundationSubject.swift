import Foundation

/// Foundation's `OperationQueue`, as wide as ours.
///
/// Its operations cannot suspend and have no conditions. All of a chain are held and added in order:
/// it crashes where a dependent goes first, and on the stack of a long chain that is let go from its end.
struct FoundationSubject: Subject {
    @concurrent func run(_ shape: String, _ count: Int, _ sample: inout Sample) async throws {
        switch shape {
        case "fan":
            await sample.add {
                (0..<count).map { Self.operation($0) }
            } running: {
                Self.run($0, on: Self.queue())
            }
        case "chain":
            await sample.add {
                Self.chain(count)
            } running: { operations in
                Self.run(operations, on: Self.queue())
                // One after another, from the start.
                for (one, next) in zip(operations, operations.dropFirst()) {
                    next.removeDependency(one)
                }
            }
        case "single":
            let queue = Self.queue()
            await sample.add {
                (0..<count).map { Self.operation($0) }
            } running: { operations in
                for operation in operations { Self.run([operation], on: queue) }
            }
        default:
            throw Unknown(shape)
        }
    }

    private static func queue() -> OperationQueue {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = EngineSubject.width
        return queue
    }

    private static func operation(_ number: Int) -> Operation {
        BlockOperation { _ = Bodies.answer(number) }
    }

    private static func chain(_ count: Int) -> [Operation] {
        let operations = (0..<count).map { operation($0) }
        for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
        return operations
    }

    /// Blocks the thread, which nobody else wants meanwhile.
    private static func run(_ operations: [Operation], on queue: OperationQueue) {
        queue.addOperations(operations, waitUntilFinished: true)
    }
}
