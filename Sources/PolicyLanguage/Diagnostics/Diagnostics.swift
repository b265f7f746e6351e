/// All problems found in a policy file and the files that it includes. The collection is never empty. It is sorted by
/// file, and within a file by location.
public struct Diagnostics: Error, Hashable, Sendable {
    public let all: [Diagnostic]

    public init(_ one: Diagnostic) { all = [one] }

    /// - Returns: nil if `found` is empty.
    public init?(_ found: [Diagnostic]) {
        guard !found.isEmpty else { return nil }
        var files: [String: Int] = [:]
        for diagnostic in found where files[diagnostic.location.file] == nil {
            files[diagnostic.location.file] = files.count
        }
        // Swift's sort is stable: diagnostics at one location stay in the order of discovery.
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
    /// The diagnostics, one a line.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}
