extension Duration {
    /// The duration in messages: whole seconds as `30 s`, else whole milliseconds as `500 ms`, else `250 µs`.
    package var inWords: String {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return "\(seconds) s" }
        let microseconds = Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
        return microseconds % 1_000 == 0 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
    }
}
