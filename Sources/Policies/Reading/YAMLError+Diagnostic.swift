import LinuxSystem
import PolicyLanguage

extension YAMLError {
    /// Returns the problem in a policy author's terms.
    ///
    /// - Parameter open: The beginnings of the lists and mappings that have not ended, the innermost last.
    func diagnostic(in text: SourceText, open: [YAMLMark]) -> Diagnostic {
        if let item = itemWithoutColon(in: text) { return item }
        if let bracket = openBracket(in: text, open) { return bracket }
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

    /// The text of an item such as `- read /x` continues in the lines below it up to their first key. The error is then
    /// in the item above, not at that key.
    private func itemWithoutColon(in text: SourceText) -> Diagnostic? {
        guard problem == Self.secondColon, let place = text.itemWithoutColon(before: mark.line)
        else { return nil }
        return .notYAML(Self.noKey, help: "write `: ` after the key", at: place)
    }

    /// The text ends where libyaml expects an item: what is wrong is the bracket that is still open.
    private func openBracket(in text: SourceText, _ open: [YAMLMark]) -> Diagnostic? {
        guard problem == Self.noContent, text.character(line: mark.line, column: mark.column) == nil
        else { return nil }
        for place in open.reversed() {
            let bracket = text.character(line: place.line, column: place.column)
            guard let known = explanations.first(where: { $0.bracket == bracket }) else { continue }
            return .notYAML(
                known.meaning,
                help: known.help,
                at: SourceLocation(file: text.file, line: place.line, column: place.column)
            )
        }
        return nil
    }

    private static let noContent = "did not find expected node content"
    fileprivate static let secondColon = "mapping values are not allowed in this context"
    fileprivate static let noKey = "this line is neither `key: value` nor part of a text"
}

/// A phrase of libyaml, explained to a policy author.
private struct Explanation {
    let problem: String
    /// The beginning of libyaml's phrase for the construct that it was reading.
    var context = ""
    /// The character that must stand at the place for this explanation to apply.
    var character: String?
    /// True if the mistake is at the beginning of the context, such as at a quote that is never closed.
    var isAtContext = false
    /// The bracket that lacks its end.
    var bracket = ""
    let meaning: String
    let help: String
}

/// The first match applies. A phrase without an entry is shown unchanged.
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
        meaning: "this line has a second `:`, or its key is indented too far or is too long",
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
        bracket: "[",
        meaning: "the list that begins with this `[` lacks a `,` or its `]`",
        help: "put `,` between items and `]` at the end"
    ),
    Explanation(
        problem: "did not find expected ',' or '}'",
        isAtContext: true,
        bracket: "{",
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
    Explanation(
        problem: "found invalid Unicode character escape code",
        meaning:
            "this escape is no character; JSON writes some characters as two escapes, YAML as one",
        help: "write the character itself, or an escape like `\\U0001F600`"
    ),
]
