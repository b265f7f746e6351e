/// Work that is a type of its own, where a closure would be too long.
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

    /// As a report says it: `rotate the site key`.
    var name: String { get }

    /// The work. When it returns, and not before, the procedure has finished.
    func run(in context: ProcedureContext) async throws -> Output
}

extension Work {
    /// A new procedure that does this work, each time it is asked for.
    public var procedure: Procedure<Output> { Procedure(name) { try await run(in: $0) } }
}
