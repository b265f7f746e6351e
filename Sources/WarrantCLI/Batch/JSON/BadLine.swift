import PolicyLanguage

/// What is wrong with a line of a batch, and what to write instead: the `error` of its answer.
struct BadLine: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message.shortened }
}
