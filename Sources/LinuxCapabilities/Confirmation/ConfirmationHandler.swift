/// Asks a person in the caller's own way: in a window, by a message, on a display.
///
/// A handler equals only itself, so two questions through the same handler ask the same person.
public final class ConfirmationHandler: Sendable {
    let answer: @Sendable (_ question: String) async throws -> Bool

    /// - Parameter answer: Returns whether the person says yes; an error means no answer. Its task is cancelled when no
    ///   caller waits for it any more, and a later answer is dropped. The question is not escaped: escape control
    ///   characters if the display interprets them.
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
