import TestSupport

extension Ended {
    /// What is between the name of the only policy and the sum: a line or more for each requirement.
    var findings: [Substring] {
        output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast(3)
    }

    /// The one line that says what is wrong, without the usage that follows it.
    var problem: Substring? { errors.split(separator: "\n").first }
}
