/// All that was found wrong in a policy file, in the order of the places; never empty.
public struct Diagnostics: Error, Hashable, Sendable {
    public let all: [Diagnostic]

    public init(_ one: Diagnostic) { all = [one] }

    /// - Returns: nil when nothing is wrong.
    public init?(_ found: [Diagnostic]) {
        guard !found.isEmpty else { return nil }
        // Swift's sort is stable: what stands at one place stays in the order of discovery.
        all = found.sorted { $0.location < $1.location }
    }
}

extension Diagnostics: CustomStringConvertible {
    /// A line for each.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}
