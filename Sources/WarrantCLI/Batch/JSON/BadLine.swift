import PolicyLanguage

/// The problem of a batch line, and its correction: the `error` of the answer.
struct BadLine: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message.shortened }
}
