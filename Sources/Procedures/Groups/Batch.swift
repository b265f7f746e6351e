/// A procedure that does the same work for each element of a sequence, several at a time.
///
/// ```swift
/// let checked = Batch("check", over: files, width: 8) { file in try await check(file) }
/// ```
///
/// Each element becomes a procedure inside this one, named by its position: `check 1 of 40`. The first failure cancels
/// the others, and the batch fails with ``GroupFailure``. The output has one value for each element, in the order of
/// the elements.
public struct Batch<Output: Sendable>: ProcedureConvertible {
    public let procedure: Procedure<[Output]>

    /// - Parameters:
    ///   - elements: The elements, which are read at once when the batch is created. An empty sequence succeeds with an
    ///     empty array.
    ///   - width: The number of elements to work on at once, within the width of the queue. Less than 1 counts as 1.
    public init<Element: Sendable>(
        _ name: String,
        over elements: some Sequence<Element>,
        width: Int,
        _ work: @escaping @Sendable (Element) async throws -> Output
    ) {
        let elements = Array(elements)
        procedure = Procedure(name) { try await $0.batch(elements, width, work) }
    }

    /// A batch over the output of another procedure, which must succeed first.
    public init<Element: Sendable>(
        _ name: String,
        over elements: some ProcedureConvertible<[Element]>,
        width: Int,
        _ work: @escaping @Sendable (Element) async throws -> Output
    ) {
        procedure = Procedure(name, input: elements) { try await $1.batch($0, width, work) }
    }
}

extension ProcedureContext {
    fileprivate func batch<Element: Sendable, Output: Sendable>(
        _ elements: [Element],
        _ width: Int,
        _ work: @escaping @Sendable (Element) async throws -> Output
    ) async throws -> [Output] {
        let name = procedure.name
        let parts = elements.enumerated().map { index, element in
            Procedure<Output>(
                Description("\(name) \(index + 1) of \(elements.count)", family: name) { _, _ in
                    try await work(element)
                }
            )
        }
        let outcomes = try await outcomes(
            of: parts.map(\.description),
            width: width,
            failsFast: true
        )
        guard outcomes.allSatisfy(\.isSuccess) else {
            let ended = zip(parts, outcomes).map {
                GroupOutcome(procedure: $0.identity, outcome: $1.summary)
            }
            throw GroupFailure(group: name, outcomes: ended)
        }
        return try outcomes.map { try $0.map(unerased).get() }
    }
}
