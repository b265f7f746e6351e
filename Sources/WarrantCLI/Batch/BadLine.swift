import Text

/// The problem of a batch line, and its correction: the `error` of the answer.
typealias BadLine = InvalidJSON
