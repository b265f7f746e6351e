public import ArgumentParser
import LinuxSystem
import Text

enum ReportFormat: String, CaseIterable, WordOption {
    case text, json
}

/// An option that is one of some words.
///
/// What the parser has for these goes by key paths at each start, which takes 0.1 ms.
public protocol WordOption: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension WordOption {
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    public static var allValueDescriptions: [String: String] { [:] }
}

/// Writes a report; one that cannot be written must not end as if it had been read.
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

/// Says what is wrong in one line of standard error.
func complain(_ text: String) {
    // Where standard error is closed too, the exit status is all that is left to say it.
    try? Output.error.write("warrant: \(text.onOneLine)\n")
}
