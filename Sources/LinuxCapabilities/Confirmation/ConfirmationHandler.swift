/// Asks a person in a way of its own: in a window, by a message, on a display.
///
/// Equal only to itself, so that whoever asks by the same one asks the same person.
public final class ConfirmationHandler: Sendable {
    let answer: @Sendable (_ question: String) async throws -> Bool

    /// - Parameter answer: Whether the person says yes. To throw is to have no answer. The task is cancelled
    ///   when nobody waits for it any more; an answer that comes later is dropped. The question is as it was
    ///   written: whoever shows it where control characters count escapes them.
    public init(_ answer: @escaping @Sendable (_ question: String) async throws -> Bool) {
        self.answer = answer
    }
}

extension ConfirmationHandler: Hashable {
    public static func == (one: ConfirmationHandler, other: ConfirmationHandler) -> Bool {
        one === other
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
