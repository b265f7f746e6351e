/// A comment that allows one finding: `# warrant: allow ID reason`, at the end of its line or before it.
struct Allowance: Hashable {
    let comment: Comment
    let rule: String
    /// The line whose finding is allowed.
    let line: Int
}
