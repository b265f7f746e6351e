/// Returns a procedure that succeeds when all of the given ones have, with their outputs in the order given.
///
/// If one of them does not succeed, it is refused, or skipped if all of those were only skipped. An empty list succeeds
/// at once with an empty array.
public func gather<Output>(
    _ procedures: [some ProcedureConvertible<Output>],
    as name: String = "gather"
) -> Procedure<[Output]> {
    let work: ErasedWork = { inputs, _ in
        let outputs: [any Sendable] = unerased(inputs)
        return outputs.map { output -> Output in unerased(output) }
    }
    var description = Description(name, gathers: true, work)
    for procedure in procedures {
        description.link(to: procedure.erased, .success, isInput: true)
    }
    return Procedure(description)
}

/// Returns a procedure that gathers outputs of different types.
public func gather<each Source: ProcedureConvertible>(
    _ procedures: repeat each Source,
    as name: String = "gather"
) -> Procedure<(repeat (each Source).Output)> {
    let work: ErasedWork = { inputs, _ in
        let outputs: [any Sendable] = unerased(inputs)
        var next = outputs.makeIterator()
        func output<One: Sendable>(_ type: One.Type) -> One { unerased(next.next() ?? ()) }
        let gathered = (repeat output((each Source).Output.self))
        return gathered
    }
    var description = Description(name, gathers: true, work)
    for procedure in repeat each procedures {
        description.link(to: procedure.erased, .success, isInput: true)
    }
    return Procedure(description)
}
