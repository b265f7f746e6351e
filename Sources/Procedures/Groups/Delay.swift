/// A procedure that only waits, without a slot of the queue.
///
/// ```swift
/// let retry = Procedure("retry") { try await send() }.after(Delay(.seconds(30)))
/// ```
public struct Delay: ProcedureConvertible {
    public let procedure: Procedure<Void>

    /// - Parameter duration: The wait, by the clock of the queue. Zero and less end at once.
    public init(_ duration: Duration) {
        procedure = Procedure("delay for \(duration.inWords)") { context in
            guard duration > .zero else { return }
            try await context.sleep(for: duration)
        }
    }
}
