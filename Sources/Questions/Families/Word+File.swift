import AccessModel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage
import Text

/// The `argument:` of a file operation that takes one.
struct FileArgument: Sendable {
    let key: Vocabulary.Key
    let kind: Word.ArgumentKind

    init(
        _ summary: String,
        form: TextForm = .any,
        values: [String]? = nil,
        shape: Vocabulary.ValueShape = .text,
        standard: String? = nil,
        isNeeded: Bool = false,
        kind: Word.ArgumentKind = .text
    ) {
        self.kind = kind
        key = Vocabulary.Key(
            "argument",
            values: values,
            shape: shape,
            summary,
            standard: standard,
            isNeeded: isNeeded,
            form: form
        )
    }
}

extension Word {
    /// Creates the word for a file operation. Its action on the command line has the same name.
    ///
    /// - Parameters:
    ///   - operands: The operands of the action, for the help.
    ///   - manual: The manual page, for the help.
    ///   - make: Returns the file operation for an argument.
    static func file(
        _ name: String,
        _ summary: String,
        operands: String = "PATH",
        manual: String,
        synonyms: [String] = [],
        argument: FileArgument? = nil,
        sentence: Sentence? = nil,
        _ make: @escaping @Sendable (String?) throws(InvalidUse) -> FileAccess.Action
    ) -> Word {
        Word(
            name,
            summary,
            form: .absolutePath,
            object: .path,
            keys: [follow] + (argument.map { [$0.key] } ?? []),
            synonyms: synonyms,
            actions: [
                Action(
                    name,
                    operands,
                    manual,
                    argument: argument?.key.name,
                    argumentKind: argument?.kind ?? .text,
                    sentence
                )
            ],
            isOfUsers: true,
            relations: .ofFiles,
            fileAction: make,
            batch: { line throws(InvalidUse) in
                let action = try make(line.argument)
                let path = try line.absolutePath()
                return .file(FileQuestion(action.operation, path, follow: line.follow))
            }
        ) { use throws(InvalidUse) in
            guard use.value.isAbsolutePath else { throw .relativePath(use.value) }
            return FileAccess(
                try make(use.keys["argument"]),
                use.value,
                follow: use.keys["follow"].map { $0 == "true" },
                as: use.subject,
                asking: use.asking,
                on: use.host
            )
        }
    }

    private static let follow = Vocabulary.Key(
        "follow",
        shape: .boolean,
        "If true, a symbolic link at the end of the path is followed.",
        standard: "true"
    )
}

// Parsers for the arguments of several operations.
extension Word {
    static func absolutePath(_ text: String?, _ what: String) throws(InvalidUse) -> String {
        guard let text, text.isAbsolutePath, !text.utf8.contains(0) else {
            let help = "write the \(what), beginning with `/`"
            throw .argument(text, "is not an absolute path", help: help)
        }
        return text
    }

    static func id(_ text: String?) throws(InvalidUse) -> UInt32 {
        // Only digits: Swift also accepts `+5` and `-0`.
        guard let text, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let id = UInt32(text), id != .max
        else {
            throw .argument(text, "is not a uid or gid", help: "give a number; id(1) shows it")
        }
        return id
    }

    static func fileKind<Kind: RawRepresentable<String> & CaseIterable>(
        _ text: String
    ) throws(InvalidUse) -> Kind {
        if let kind = Kind(rawValue: text) { return kind }
        let known = Kind.allCases.map(\.rawValue)
        let all = known.map { "`\($0)`" }.joined(separator: ", ")
        let likely = nearest(to: text, among: known).map { "did you mean `\($0)`?" }
        throw .argument(text, "is not a kind of file here", help: likely ?? "use one of \(all)")
    }
}

extension InvalidUse {
    /// - Parameter text: The argument; nil if it is missing.
    static func argument(_ text: String?, _ problem: String, help: String) -> Self {
        guard let text else {
            return Self("invalid-argument", "", help: help, in: .missingKey("argument"))
        }
        let sentence = "\(text.quoted) \(problem)"
        return Self("invalid-argument", sentence, help: help, in: .key("argument"))
    }
}

extension TextForm {
    static let absolutePath = TextForm("absolute-path") {
        Details("/[\\s\\S]*", help: "write it from / on")
    }

    static let id = TextForm("id") {
        let largest = Int(UInt32.max) - 1
        return Details(
            "0+|" + Pattern.positive(upTo: largest),
            bare: [.integers(from: 0, upTo: largest)],
            help: "give a number; id(1) tells it"
        )
    }
}
