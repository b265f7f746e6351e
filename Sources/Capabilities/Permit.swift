/// Proof of an authorization, lent to the guarded work.
///
/// ```swift
/// try await withPermit(for: FileAccess(.read, "/etc/ssl/private/site.key")) { permit in
///     let key = try permit.open()              // the very file that was judged
/// }
/// ```
///
/// It can be neither made nor copied nor kept: the work borrows it, and it ends with the work, and
/// with it what it holds. Each family of capabilities adds what its permits are good for. It says what
/// was true when it was judged; what it hands over is asked for again by the kernel.
///
/// Use it where you stand, before and after any `await`. To capture it in `Task {}`, `async let` or
/// `addTask` crashes the compiler (Swift 6.3.1): take from it what the task needs, and hand that over.
public struct Permit<Subject: Capability>: ~Copyable, Sendable {
    /// What was authorized.
    public let capability: Subject
    /// What the look that said yes holds on to, for the family of the capability to use; nil where it holds
    /// nothing.
    public let held: Subject.Held?

    package init(_ capability: Subject, holding held: Subject.Held?) {
        self.capability = capability
        self.held = held
    }
}
