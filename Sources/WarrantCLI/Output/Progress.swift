import LinuxSystem
import Synchronization

/// Shows the progress of a long check, on a terminal only.
final class Progress: Sendable {
    /// A check that ends sooner shows no progress.
    private static let patience = Duration.milliseconds(500)

    private static let interval = Duration.milliseconds(200)

    private let done = Atomic(0)
    private let isShown = Atomic(false)

    func step() { done.add(1, ordering: .relaxed) }

    /// Runs a check of `total` requirements and shows the count meanwhile.
    func showing<Success: Sendable>(
        _ total: Int,
        _ check: () async -> Success
    ) async -> Success {
        guard Output.error.isTerminal else { return await check() }
        let ticker = Task {
            try await Task.sleep(for: Self.patience)
            isShown.store(true, ordering: .relaxed)
            while true {
                try Output.error.write("\r\(done.load(ordering: .relaxed)) of \(total) looked at ")
                try await Task.sleep(for: Self.interval)
            }
        }
        let result = await check()
        ticker.cancel()
        let ending = await ticker.result
        if case .failure(is CancellationError) = ending, isShown.load(ordering: .relaxed) {
            try? Output.error.write("\r\u{1B}[K")
        }
        return result
    }
}
