extension Duration {
    /// As a message says it: `30 s`, `500 ms`; below one millisecond, `250 µs`.
    package var inWords: String {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return "\(seconds) s" }
        let microseconds = Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
        return microseconds % 1_000 == 0 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
    }
}
