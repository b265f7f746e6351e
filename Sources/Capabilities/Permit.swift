/// Proof of an authorization, lent to the guarded work.
///
/// ```swift
/// try await withPermit(for: FileAccess(.read, "/etc/ssl/private/site.key")) { permit in
///     let key = try permit.open()              // the very file that was judged
/// }
/// ```
///
/// It cannot be made, copied or kept. The work borrows it. It ends with the work, and so does the object that it holds.
/// Each family of capabilities adds the operations of its permits. A permit states what was true when it was judged.
/// The kernel checks the object again when the permit hands it over.
///
/// Use it in the function that receives it, before and after any `await`. To capture it in `Task {}`, `async let` or
/// `addTask` crashes the compiler (Swift 6.3.1). Take from it what the task needs, and pass that on.
public struct Permit<Subject: Capability>: ~Copyable, Sendable {
    /// The authorized capability.
    public let capability: Subject
    /// The object that the authorized look holds, for the family of the capability to use; nil if it holds none.
    public let held: Subject.Held?

    package init(_ capability: Subject, holding held: Subject.Held?) {
        self.capability = capability
        self.held = held
    }
}
