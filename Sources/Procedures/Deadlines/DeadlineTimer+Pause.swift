extension DeadlineTimer {
    /// Returns once so much time has passed, or as soon as the task is cancelled.
    package func pause(for duration: Duration) async {
        _ = await withDeadline(duration, on: self) { _ = await Ending<Void>().wait() }
    }
}
