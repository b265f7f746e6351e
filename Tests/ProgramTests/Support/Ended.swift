import TestSupport

extension Ended {
    /// The lines between the name of the only policy and the sum: one or more for each requirement.
    var findings: [Substring] {
        output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast(3)
    }

    /// The first line of the errors, without the usage that follows it.
    var problem: Substring? { errors.split(separator: "\n").first }
}
