import Text

/// A procedure that only waits, without a slot of the queue.
///
/// ```swift
/// let retry = Procedure("retry") { try await send() }.after(Delay(.seconds(30)))
/// ```
public struct Delay: ProcedureConvertible {
    public let procedure: Procedure<Void>

    /// - Parameter duration: The wait, by the clock of the queue. Zero and less end at once.
    public init(_ duration: Duration) {
        procedure = Procedure(
            Description("delay for \(duration.inWords)", family: "delay") { _, context in
                guard duration > .zero else { return () }
                return try await context.sleep(for: duration)
            }
        )
    }
}
