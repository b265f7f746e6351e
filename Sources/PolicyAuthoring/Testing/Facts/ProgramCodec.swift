import Kernel
import PolicyLanguage

/// The program format that execve(2) finds in a file: `static`, `elf LOADER`, `script INTERPRETER`, `not-a-program` or
/// `foreign`.
enum ProgramCodec {
    static func read(_ text: Located<String>) throws(Diagnostic) -> Program.Format {
        let words = text.value.split(separator: " ", maxSplits: 1)
        let path = words.count == 2 ? Array(words[1].utf8) : nil
        switch (words.first, path) {
        case ("static", nil): return .elf(interpreter: nil)
        case ("not-a-program", nil): return .unknown
        case ("foreign", nil): return .undecided
        case ("elf", let path?): return .elf(interpreter: path)
        case ("script", let path?): return .script(interpreter: path)
        default:
            let help =
                "write `static`, `elf LOADER`, `script INTERPRETER`, `not-a-program` or `foreign`"
            throw .invalidFact(text, "is no kind of program", help: help)
        }
    }

    /// Returns the text of a format, or nil for a static program, the default.
    static func text(_ format: Program.Format) -> String? {
        switch format {
        case .elf(nil): nil
        case .elf(let path?): "elf \(String(decoding: path, as: UTF8.self))".inYAML
        case .script(let path): "script \(String(decoding: path, as: UTF8.self))".inYAML
        case .unknown, .unreadable: "not-a-program"
        case .undecided: "foreign"
        }
    }

    /// Reads the attribute `security.capability`.
    static func attribute(_ text: Located<String>) throws(Diagnostic) -> [UInt8] {
        let digits = Array(text.value.utf8)
        let pairs = stride(from: 0, to: digits.count - 1, by: 2)
        let bytes = pairs.compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        guard digits.count % 2 == 0, bytes.count == digits.count / 2 else {
            let help = "write the attribute `security.capability` in hexadecimal digits"
            throw .invalidFact(text, "is not hexadecimal", help: help)
        }
        return bytes
    }

    static func text(ofAttribute bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
