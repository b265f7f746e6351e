/// All that was found wrong in a policy file and those that it includes: file after file, in each in the
/// order of the places; never empty.
public struct Diagnostics: Error, Hashable, Sendable {
    public let all: [Diagnostic]

    public init(_ one: Diagnostic) { all = [one] }

    /// - Returns: nil when nothing is wrong.
    public init?(_ found: [Diagnostic]) {
        guard !found.isEmpty else { return nil }
        var files: [String: Int] = [:]
        for diagnostic in found where files[diagnostic.location.file] == nil {
            files[diagnostic.location.file] = files.count
        }
        // Swift's sort is stable: what stands at one place stays in the order of discovery.
        all = found.sorted { one, other in
            let (first, second) = (one.location, other.location)
            guard first.file == second.file else {
                return files[first.file, default: 0] < files[second.file, default: 0]
            }
            return first < second
        }
    }
}

extension Diagnostics: CustomStringConvertible {
    /// A line for each.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}
