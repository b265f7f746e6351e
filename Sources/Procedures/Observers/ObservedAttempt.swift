/// The conditions and the work of a procedure, for an observer to surround, see ``Observer/surround(_:_:)``.
///
/// It is no closure: what an `async` closure is allowed to run on depends on the settings of the module that names its
/// type, and a method with another type would not be the one that the engine calls.
public struct ObservedAttempt<Result: Sendable>: Sendable {
    private let carryOut: @concurrent @Sendable () async -> Result

    init(_ carryOut: @escaping @concurrent @Sendable () async -> Result) {
        self.carryOut = carryOut
    }

    /// Evaluates the conditions and does the work, on no actor of the observer's. Call it once.
    ///
    /// - Returns: How far that came, for the engine.
    public func callAsFunction() async -> Result { await carryOut() }
}
