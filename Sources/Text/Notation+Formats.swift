// One notation for each format. Those without a form for hidden characters write them as in a terminal.
extension Notation {
    /// A line of a terminal or a log.
    package static let line = Notation(["\n": "\\n", "\r": "\\r", "\t": "\\t"]) {
        "\\u{\(String($0.value, radix: 16))}"
    }

    /// A string of JSON, RFC 8259, with its quotes.
    package static let json = Notation(
        ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"],
        from: "\"",
        to: "\"",
        hidden: inJSON
    )

    /// The output of a JSON encoder. Hidden characters that the encoder left in strings are written as escapes.
    ///
    /// Outside of strings, the only hidden characters of JSON are those of its layout.
    package static let encodedJSON = Notation(["\n": "\n", "\t": "\t"], hidden: inJSON)

    /// A scalar of YAML in double quotes.
    package static let yaml = Notation(["\"": "\\\"", "\\": "\\\\"], from: "\"", to: "\"") {
        "\\U" + digits($0.value, radix: 16, count: 8)
    }

    /// A text or an attribute value of XML, which has no form for most hidden characters.
    package static let xml = Notation([
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ])

    /// The message of a workflow command of GitHub, as @actions/core writes it.
    package static let githubMessage = Notation(["%": "%25"])

    /// A property of a workflow command of GitHub, such as the name of a file.
    package static let githubProperty = Notation(["%": "%25", ":": "%3A", ",": "%2C"])

    /// The value of a label of Prometheus, with its quotes.
    package static let prometheusLabel = Notation(
        ["\"": "\\\"", "\\": "\\\\"],
        from: "\"",
        to: "\""
    )

    /// The description of a test point of TAP. A `#` would begin a directive, and not every reader knows escapes.
    package static let tap = Notation(["#": "\\u{23}"])

    /// A line of a monitoring plugin. A `|` would begin performance data.
    package static let nagios = Notation(["|": "\\u{7c}"])

    /// The content of a quoted string of Graphviz, in which `&` begins an HTML entity.
    package static let dot = Notation(["\"": "\\\"", "\\": "\\\\", "&": "&amp;"])

    /// A file name in quotes, as git(1) writes it in a diff and patch(1) reads it.
    package static let diffName = Notation(
        ["\"": "\\\"", "\\": "\\\\"],
        from: "\"",
        to: "\"",
        hidden: inOctal
    )

    private static func inJSON(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + digits(UInt32($0), radix: 16, count: 4) }.joined()
    }

    /// The bytes of a character as C and printf(1) write them: `\033`.
    static func inOctal(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf8.map { "\\" + digits(UInt32($0), radix: 8, count: 3) }.joined()
    }

    private static func digits(_ value: UInt32, radix: Int, count: Int) -> String {
        let digits = String(value, radix: radix)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}
