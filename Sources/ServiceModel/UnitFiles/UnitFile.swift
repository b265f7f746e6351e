/// The assignments of a unit file or drop-in, in order.
///
/// The text is read as systemd 252 reads it: bytes that are no text, and lines without a meaning, have the same effect
/// as there.
/// - SeeAlso: systemd.syntax(7); `config_parse` in src/shared/conf-parser.c and `read_line_full` in src/basic/fileio.c.
package struct UnitFile: Hashable, Sendable {
    package struct Assignment: Hashable, Sendable {
        package let section: String
        package let name: String
        package let value: String
        package let place: SettingPlace
    }

    /// The maximum number of bytes of a file. systemd has no limit; unit files in use have some thousand bytes.
    package static let mostBytes = 4 << 20
    package let path: String
    package fileprivate(set) var assignments: [Assignment] = []
    /// The lines that systemd ignores.
    package fileprivate(set) var ignored: [UnitFileProblem] = []
    /// The mistake after which systemd reads no further: the unit does not load, or the rest of the drop-in is ignored.
    package fileprivate(set) var end: UnitFileProblem?

    /// - Parameter path: Names the file in places.
    package init(_ bytes: [UInt8], at path: String) {
        var parser = Parser(file: UnitFile(path: path))
        parser.read(bytes)
        self = parser.file
    }

    private init(path: String) { self.path = path }

    /// Makes a drop-in of lines without a file, for the section `[Service]`. Their places are `--set-unit:1` and so on.
    package init(settings: [String]) {
        self.init(path: "--set-unit")
        for (index, line) in settings.enumerated() {
            let place = SettingPlace(file: path, line: index + 1)
            guard let equals = line.firstIndex(of: "=") else { continue }
            assignments.append(
                Assignment(
                    section: "Service",
                    name: String(line[..<equals]),
                    value: String(line[equals...].dropFirst()),
                    place: place
                )
            )
        }
    }

    /// Returns the first of these lines that systemd ignores, or whose name the model does not know, with the problem.
    package func problem(
        in settings: ServiceSettings,
        _ ignored: [UnitFileProblem]
    ) -> UnitFileProblem? {
        let unknown = (settings.unknown + settings.notEnforced.map(\.setting)).first {
            $0.place.file == path && !SettingNames.isKnown($0.name)
        }
        return ignored.first { $0.place.file == path }
            ?? unknown.map { setting in
                let help = setting.likelyName.map { " (did you mean `\($0)`?)" } ?? ""
                let problem = "no setting has the name `\(setting.name)`\(help)"
                return UnitFileProblem(problem, at: setting.place)
            }
    }

    /// Returns the problem with a line that is added to a unit, with its remedy; nil if there is none.
    package static func problem(ofLine line: String) -> String? {
        let isPrintable = line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        guard line.utf8.count <= 4096, isPrintable, line.utf8.last != UInt8(ascii: "\\") else {
            return
                "has a setting that is no line of a unit file; give one line of at most 4096 bytes"
        }
        let name = Substring(line.utf8.prefix(while: Self.isOfName))
        guard !name.isEmpty, line[name.endIndex...].first == "=" else {
            return "has the setting `\(line)`; write NAME=VALUE, such as ProtectSystem=strict"
        }
        if let likely = SettingNames.likely(for: String(name)) {
            return "has the setting `\(name)`, which is not known; did you mean `\(likely)`?"
        }
        return nil
    }

    /// Whether a byte is an ASCII letter or digit.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}

private struct Parser {
    /// The number of bytes that a line must not reach, with the lines that continue it: `LONG_LINE_MAX`.
    private static let lineLimit = 1 << 20
    /// The sections of a service.
    private static let sections = ["Unit", "Service", "Install"]
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var file: UnitFile
    /// The section of the next line; nil at the start of the file and in a section that is ignored.
    private var section: String?
    private var isSectionIgnored = false
    /// The beginning of a line that is continued, and the place where it began.
    private var continued: (text: [UInt8], start: SettingPlace)?
    private var hasByteOrderMark = false

    init(file: UnitFile) { self.file = file }

    mutating func read(_ bytes: [UInt8]) {
        var lines = Lines(bytes)
        var number = 0
        while file.end == nil, let line = lines.next() {
            number += 1
            read(line, at: SettingPlace(file: file.path, line: number))
        }
        if file.end == nil, let (text, start) = continued { readWhole(text[...], at: start) }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, at place: SettingPlace) {
        guard line.count < Self.lineLimit else { return end("the line is too long", at: place) }
        let first = line.first { !isWhiteSpace($0) }
        if first == UInt8(ascii: "#") || first == UInt8(ascii: ";") { return }
        var line = line
        if !hasByteOrderMark, line.starts(with: Self.byteOrderMark) {
            line = line.dropFirst(Self.byteOrderMark.count)
            hasByteOrderMark = true
        }
        var (text, start) = continued ?? ([], place)
        continued = nil
        guard text.count + line.count <= Self.lineLimit else {
            return end("the line is too long", at: start)
        }
        text += line
        // A backslash that is not escaped itself continues the line. It becomes a space.
        guard line.reduce(false, { isEscaped, byte in !isEscaped && byte == backslash }) else {
            return readWhole(text[...], at: start)
        }
        text[text.endIndex - 1] = UInt8(ascii: " ")
        continued = (text, start)
    }

    /// Reads a line with all lines that continue it.
    private mutating func readWhole(_ line: ArraySlice<UInt8>, at place: SettingPlace) {
        let line = trimmed(line)
        guard let first = line.first else { return }
        guard let text = validText(line) else {
            return end("the line is not valid UTF-8", at: place)
        }
        if first == UInt8(ascii: "[") { return readSection(text, at: place) }
        guard let section else {
            if !isSectionIgnored { ignore("the line is outside of a section", at: place) }
            return
        }
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
            return ignore("the line has no `=`", at: place)
        }
        guard equals != line.startIndex else {
            return ignore("the line has no name before its `=`", at: place)
        }
        file.assignments.append(
            UnitFile.Assignment(
                section: section,
                name: String(decoding: trimmed(line[..<equals]), as: UTF8.self),
                value: String(decoding: trimmed(line[equals...].dropFirst()), as: UTF8.self),
                place: place
            )
        )
    }

    private mutating func readSection(_ line: String, at place: SettingPlace) {
        guard line.utf8.last == UInt8(ascii: "]") else {
            return end("the header of the section has no `]`", at: place)
        }
        let name = String(line.dropFirst().dropLast())
        guard isSafe(name.utf8) else {
            return end("the name of the section has a character that is not allowed", at: place)
        }
        section = Self.sections.contains(name) ? name : nil
        isSectionIgnored = section == nil
        if isSectionIgnored, !name.hasPrefix("X-") {
            ignore("a service has no section `\(name)`", at: place)
        }
    }

    private mutating func ignore(_ problem: String, at place: SettingPlace) {
        file.ignored.append(UnitFileProblem(problem, at: place))
    }

    private mutating func end(_ problem: String, at place: SettingPlace) {
        file.end = UnitFileProblem(problem, at: place)
    }
}

/// The lines of a text. A line ends with a line feed, a carriage return, or a NUL byte; with the first two in any
/// order, once each; or with those and a NUL byte.
private struct Lines {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.endIndex else { return nil }
        let ends: [UInt8] = [0x0A, 0x0D, 0]
        let line = bytes[position...].prefix { !ends.contains($0) }
        position = line.endIndex
        var seen: [UInt8] = []
        while position < bytes.endIndex, ends.contains(bytes[position]), seen.last != 0,
            !seen.contains(bytes[position])
        {
            seen.append(bytes[position])
            position += 1
        }
        return line
    }
}
