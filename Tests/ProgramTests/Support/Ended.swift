/// How a run of the program ended, and what it wrote.
struct Ended: Equatable {
    let status: Int
    let output: String
    let errors: String

    init(_ status: Int, output: String = "", errors: String = "") {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// What is between the name of the only policy and the sum: a line or more for each requirement.
    var findings: [Substring] {
        output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast(3)
    }

    /// The one line that says what is wrong, without the usage that follows it.
    var problem: Substring? { errors.split(separator: "\n").first }
}
