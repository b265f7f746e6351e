/// A procedure that only waits, in no slot of the queue.
///
/// - Parameter duration: By the clock of the queue; zero and less end at once.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func Delay(_ duration: Duration) -> Procedure<Void> {
    Procedure("delay for \(duration.inWords)") { context in
        guard duration > .zero else { return }
        try await context.sleep(for: duration)
    }
}
