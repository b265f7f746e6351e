import LinuxSystem
import Text

/// Writes a report. If that fails, the program must not exit as if the report had been written.
func write(_ text: String) throws {
    do {
        try Output.standard.write(text)
    } catch {
        complain("cannot write the report: \(error.reason) (\(error.name))")
        throw ExitStatus.fault.code
    }
}

/// Writes a report in pieces.
func writePieces(_ body: ((String) throws -> Void) throws -> Void) throws {
    var waiting = ""
    try body { piece in
        waiting += piece
        guard waiting.utf8.count >= 1 << 16 else { return }
        try write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
    try write(waiting)
}

/// Writes a problem as one line to standard error.
func complain(_ text: String) {
    // If standard error is closed too, only the exit status reports the problem.
    try? Output.error.write("warrant: \(text.onOneLine)\n")
}
