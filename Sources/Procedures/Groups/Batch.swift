/// A procedure that does the same work for each element, so many at once.
///
/// ```swift
/// let checked = Batch("check", over: files, width: 8) { file in try await check(file) }
/// ```
///
/// Each element is a procedure inside this one, called by its place: `check 1 of 40`. The first that
/// fails cancels the others.
///
/// - Parameters:
///   - elements: Read at once, when the procedure is made. Of none, it succeeds with nothing.
///   - width: How many at once, within the width of the queue; less than 1 counts as 1.
/// - Returns: A procedure whose output has one for each element, in their order. It fails with
///   ``GroupFailure``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func Batch<Element: Sendable, Output: Sendable>(
    _ name: String,
    over elements: some Sequence<Element>,
    width: Int,
    _ work: @escaping @Sendable (Element) async throws -> Output
) -> Procedure<[Output]> {
    let elements = Array(elements)
    return Procedure(name) { try await $0.batch(elements, width, work) }
}

/// The same, for the elements that another procedure puts out; it runs after that has succeeded.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func Batch<Element: Sendable, Output: Sendable>(
    _ name: String,
    over elements: Procedure<[Element]>,
    width: Int,
    _ work: @escaping @Sendable (Element) async throws -> Output
) -> Procedure<[Output]> {
    Procedure(name, input: elements) { try await $1.batch($0, width, work) }
}

extension ProcedureContext {
    fileprivate func batch<Element: Sendable, Output: Sendable>(
        _ elements: [Element],
        _ width: Int,
        _ work: @escaping @Sendable (Element) async throws -> Output
    ) async throws -> [Output] {
        let name = procedure.name
        let parts = elements.enumerated().map { index, element in
            Procedure("\(name) \(index + 1) of \(elements.count)") { try await work(element) }
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
