extension Duration {
    /// The duration in messages: from a second on `30 s` or `1.5 s`, else `500 ms`, or `250 µs` if it has no whole
    /// number of milliseconds. Less than a microsecond is left out.
    package var inWords: String {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return "\(seconds) s" }
        let microseconds = Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
        if microseconds.magnitude >= 1_000_000 { return "\(Double(microseconds) / 1_000_000) s" }
        return microseconds % 1_000 == 0 ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
    }
}
