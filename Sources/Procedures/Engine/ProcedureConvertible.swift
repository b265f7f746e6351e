/// A procedure, or a value that describes one, such as a ``Group`` or a ``Work``.
///
/// All modifiers are here, so that each of them can be modified alike. `any ProcedureConvertible` has any output.
public protocol ProcedureConvertible<Output>: Sendable {
    associatedtype Output: Sendable

    /// The procedure. A type that makes it anew each time makes another procedure each time.
    var procedure: Procedure<Output> { consuming get }
}

extension ProcedureConvertible {
    /// What was said of the procedure, whatever its output is.
    var erased: Description { procedure.description }
}

extension Procedure: ProcedureConvertible {
    public var procedure: Self { consuming get { self } }
}
