/// The bytes that libFuzzer hands over.
package func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    // SAFETY: libFuzzer keeps so many bytes there until the function that it calls has returned.
    unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// Ends the program where a law does not hold, so that libFuzzer keeps what broke it.
package func hold(_ law: String, _ holds: Bool, _ evidence: @autoclosure () -> Any = "") {
    guard !holds else { return }
    fatalError("\(law): \(evidence())")
}

/// Whether a message may be printed: one line of a length that can be read, without a control character.
package func isPrintable(_ line: String) -> Bool {
    !line.isEmpty && line.utf8.count < 12_000
        && !line.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
}
