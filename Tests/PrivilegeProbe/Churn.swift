import Synchronization

/// Tasks that start tasks until they are told to stop.
final class Churn: Sendable {
    private let isOver = Mutex(false)
    private let tasks: Int

    init(tasks: Int) { self.tasks = tasks }

    func start() {
        for _ in 0..<tasks {
            Task.detached {
                while !self.isOver.withLock({ $0 }) {
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<4 { group.addTask { await Task.yield() } }
                    }
                }
            }
        }
    }

    func stop() { isOver.withLock { $0 = true } }
}
