/// A procedure, or a value that describes one, such as a ``Group`` or a ``Work``.
///
/// All modifiers are defined here, so each of these types has them. `any ProcedureConvertible` stands for any output.
public protocol ProcedureConvertible<Output>: Sendable {
    associatedtype Output: Sendable

    /// The procedure. A type that creates a new procedure on each access yields a different procedure each time.
    var procedure: Procedure<Output> { consuming get }
}

extension ProcedureConvertible {
    /// The description of the procedure, without its output type.
    var erased: Description { procedure.description }
}

extension Procedure: ProcedureConvertible {
    public var procedure: Self { consuming get { self } }
}
