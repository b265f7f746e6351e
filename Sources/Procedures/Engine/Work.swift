/// Work with a type of its own, for work that is too long for a closure.
///
/// ```swift
/// struct RotateKey: Work {
///     let path: FilePath
///     var name: String { "rotate \(path)" }
///     func run(in context: ProcedureContext) async throws -> KeyID { … }
/// }
///
/// let outcome = await queue.run(RotateKey(path: path).condition(…))
/// ```
public protocol Work: ProcedureConvertible {
    associatedtype Output

    /// The name in reports: `rotate the site key`.
    var name: String { get }

    /// The work. The procedure finishes when it returns, and not before.
    func run(in context: ProcedureContext) async throws -> Output
}

extension Work {
    /// A procedure that does this work. Each access creates a new one.
    public var procedure: Procedure<Output> { Procedure(name) { try await run(in: $0) } }
}
