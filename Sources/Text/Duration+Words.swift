extension Duration {
    /// The duration in messages: from a second on `30 s` or `1.5 s`, else `500 ms`, or `250 µs` if it has no whole
    /// number of milliseconds. Less than a microsecond is left out.
    package var inWords: String {
        let (seconds, attoseconds) = components
        let microseconds = Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
        if microseconds.isMultiple(of: 1_000_000) { return "\(microseconds / 1_000_000) s" }
        guard microseconds.magnitude >= 1_000_000 else {
            return microseconds.isMultiple(of: 1_000)
                ? "\(microseconds / 1_000) ms" : "\(microseconds) µs"
        }
        let fraction = "\(1_000_000 + microseconds.magnitude % 1_000_000)".dropFirst()
        let digits = fraction.reversed().drop { $0 == "0" }.reversed()
        return "\(microseconds / 1_000_000).\(String(digits)) s"
    }
}
