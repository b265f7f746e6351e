/// A procedure that succeeds when all of some others have, with their outputs in the order given.
///
/// It is refused where one of them did not succeed, or skipped where those were only skipped. Of none, it
/// succeeds at once with nothing.
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

/// The same, of procedures with outputs of different types.
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
