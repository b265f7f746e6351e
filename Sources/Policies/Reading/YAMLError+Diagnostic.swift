import LinuxSystem
import PolicyLanguage

extension YAMLError {
    /// What is wrong, in the words of whoever writes policies.
    func diagnostic(in text: SourceText) -> Diagnostic {
        if let item = itemWithoutColon(in: text) { return item }
        let found = text.character(line: mark.line, column: mark.column)
        let known = explanations.first {
            $0.problem == problem && context.hasPrefix($0.context)
                && ($0.character == nil || $0.character == found)
        }
        let place = known?.isAtContext == true ? contextMark : mark
        return .notYAML(
            known?.meaning ?? (context.isEmpty ? problem : "\(problem) \(context)"),
            help: known?.help ?? "if it is a string, quote it",
            at: SourceLocation(file: text.file, line: place.line, column: place.column)
        )
    }

    /// The text of an item such as `- read /x` goes on in the lines below it, and ends at their first key: what
    /// is wrong stands above.
    private func itemWithoutColon(in text: SourceText) -> Diagnostic? {
        guard problem == Self.secondColon, let place = text.itemWithoutColon(before: mark.line)
        else { return nil }
        return .notYAML(Self.noKey, help: "write `: ` after the key", at: place)
    }

    fileprivate static let secondColon = "mapping values are not allowed in this context"
    fileprivate static let noKey = "this line is neither `key: value` nor part of a text"
}

/// What one of libyaml's phrases means to someone who writes a policy.
private struct Explanation {
    let problem: String
    /// How libyaml says what it was reading.
    var context = ""
    /// What must stand at the place for this to be the explanation.
    var character: String?
    /// Whether the mistake is where the context begins, such as at a quote that is never closed.
    var isAtContext = false
    let meaning: String
    let help: String
}

/// The first that fits is taken; a phrase that is not here stands for itself.
private let explanations = [
    Explanation(
        problem: "found character that cannot start any token",
        character: "\t",
        meaning: "a tab stands where a text could begin",
        help: "indent with spaces"
    ),
    Explanation(
        problem: "found character that cannot start any token",
        meaning: "no text can begin with this character",
        help: "quote the text"
    ),
    Explanation(
        problem: "found a tab character that violates indentation",
        meaning: "a tab begins this line",
        help: "indent with spaces"
    ),
    Explanation(
        problem: "found a tab character where an indentation space is expected",
        meaning: "a tab begins this line",
        help: "indent with spaces"
    ),
    Explanation(
        problem: YAMLError.secondColon,
        meaning: "a second `:` in one line, or a key that is indented too far or too long",
        help: "quote a text that holds a `:`, and align the keys of a mapping"
    ),
    Explanation(
        problem: "could not find expected ':'",
        isAtContext: true,
        meaning: YAMLError.noKey,
        help: "write `: ` after the key"
    ),
    Explanation(
        problem: "did not find expected key",
        meaning: "this does not continue the surrounding mapping",
        help: "align it with the other keys, and put nothing after a closing quote"
    ),
    Explanation(
        problem: "did not find expected '-' indicator",
        meaning: "this does not continue the surrounding list",
        help: "begin each item with `- `, all at one column"
    ),
    Explanation(
        problem: "did not find expected ',' or ']'",
        isAtContext: true,
        meaning: "the list that begins with this `[` lacks a `,` or its `]`",
        help: "put `,` between items and `]` at the end"
    ),
    Explanation(
        problem: "did not find expected ',' or '}'",
        isAtContext: true,
        meaning: "the mapping that begins with this `{` lacks a `,` or its `}`",
        help: "put `,` between entries and `}` at the end, and quote a text that holds `${`"
    ),
    Explanation(
        problem: "found unexpected end of stream",
        context: "while scanning a quoted scalar",
        isAtContext: true,
        meaning: "the quote that begins here is never closed",
        help: "close it"
    ),
    Explanation(
        problem: "block sequence entries are not allowed in this context",
        meaning: "a list cannot begin here",
        help: "begin it on a line of its own, or quote a text that begins with `- `"
    ),
    Explanation(
        problem: "did not find expected <document start>",
        meaning: "something follows the end of the policy",
        help: "indent it to where it belongs, or remove it"
    ),
    Explanation(
        problem: "found unknown escape character",
        meaning: "this backslash escapes nothing in double quotes",
        help: "write it twice, or use single quotes"
    ),
]
