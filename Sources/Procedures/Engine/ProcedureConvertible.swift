/// Something that is, or describes, a procedure; `any ProcedureConvertible` is one of whatever output.
public protocol ProcedureConvertible<Output>: Sendable {
    associatedtype Output: Sendable

    /// Asked once by whoever runs it: a type that makes it anew each time makes another procedure.
    var procedure: Procedure<Output> { get }
}

extension ProcedureConvertible {
    /// What was said of the procedure, whatever its output is.
    var erased: Description { procedure.description }
}

extension Procedure: ProcedureConvertible {
    public var procedure: Self { self }
}
