/// Returns the bytes that libFuzzer passes.
package func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    // SAFETY: libFuzzer keeps this number of bytes there until the called function returns.
    unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// Ends the program if a law does not hold, so that libFuzzer keeps the input that broke it.
package func hold(_ law: String, _ holds: Bool, _ evidence: @autoclosure () -> Any = "") {
    guard !holds else { return }
    fatalError("\(law): \(evidence())")
}

/// Returns whether a message may be printed: one line of readable length, without a control character.
package func isPrintable(_ line: String) -> Bool {
    !line.isEmpty && line.utf8.count < 12_000
        && !line.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
}
