import LinuxCapabilities
import PolicyLanguage
import Text

extension Word {
    /// `{touch: /srv/x, argument: 2026-01-31T12:00:00Z}`.
    static let touch = file(
        "touch",
        "The file may be given the time in the argument.",
        operands: "PATH [now|TIME]",
        manual: "utimensat(2)",
        synonyms: ["utime"],
        argument: FileArgument(
            "now, seconds since 1970, or 2026-01-31T12:00:00Z.",
            standard: "now",
            kind: .number
        )
    ) { text throws(InvalidUse) in
        guard let text, text != "now" else { return .touch(.now) }
        guard Timestamp.isOne(text) else {
            // A date that does not exist has its own kind of error, since the schema cannot express calendars.
            let likely = nearest(to: text, among: ["now"]).map { "did you mean `\($0)`?" }
            throw InvalidUse(
                "invalid-time",
                "\(text.quoted) is no time",
                help: likely ?? "write `now`, seconds since 1970, or 2026-01-31T12:00:00Z",
                in: .key("argument")
            )
        }
        return .touch(.given)
    }
}
