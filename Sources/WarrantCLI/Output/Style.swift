import LinuxSystem

/// The style of text output: colours on a terminal only, and lines no wider than the terminal.
struct Style {
    let hasColor: Bool
    let columns: Int
    let isTerminal: Bool

    static let plain = Style(hasColor: false, columns: 80, isTerminal: false)

    /// The style of standard output. A `NO_COLOR` that is not empty, or a `dumb` terminal, turns colours off:
    /// https://no-color.org.
    static var ofStandardOutput: Style {
        let isTerminal = Output.standard.isTerminal
        let isRefused = Environment["NO_COLOR"]?.isEmpty == false || Environment["TERM"] == "dumb"
        return Style(
            hasColor: isTerminal && !isRefused,
            columns: isTerminal ? max(40, Output.standard.columns ?? 80) : 80,
            isTerminal: isTerminal
        )
    }

    enum Mark: String {
        case yes = "✓"
        case no = "✗"
        case unknown = "?"
        /// Advice that does not hold, or a warning.
        case warning = "!"
        case none = "–"

        fileprivate var color: Int {
            switch self {
            case .yes: 32
            case .no: 31
            case .unknown, .warning: 33
            case .none: 2
            }
        }
    }

    func mark(_ mark: Mark) -> String { painted(mark.rawValue, mark.color) }

    func bold(_ text: String) -> String { painted(text, 1) }

    func faint(_ text: String) -> String { painted(text, 2) }

    /// - Parameter color: A colour number of ECMA-48: 31 is red, 33 yellow.
    func painted(_ text: String, _ color: Int) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}

extension Substring {
    /// The number of characters. They are slow to count, and nearly all text is ASCII, in which a line has one for each
    /// byte.
    fileprivate var width: Int { utf8.contains { $0 >= 0x80 } ? count : utf8.count }
}

extension String {
    /// The number of characters.
    var width: Int { self[...].width }

    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - self.width))
    }

    /// Returns the text in lines of at most `width` characters, broken at spaces if there are any. No line begins with
    /// `::`, because a GitHub log reads that as a command, even after spaces.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var rest = Substring(self)
        while true {
            let space = rest.utf8.firstIndex(of: UInt8(ascii: " "))
            let word = rest[..<(space ?? rest.endIndex)]
            if word.hasPrefix("::"), let last = line.isEmpty ? lines.popLast() : line {
                line = "\(last) \(word)"
            } else if !line.isEmpty, line.width + 1 + word.width > width {
                lines.append(line.trimmingEnd)
                line = String(word)
            } else {
                // To append the substring itself takes 80,000 instructions: the library has no special code for it.
                line += line.isEmpty ? String(word) : " " + String(word)
            }
            guard let space else { break }
            rest = rest[rest.utf8.index(after: space)...]
        }
        return lines + [line]
    }

    /// The text without spaces at its end.
    var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
