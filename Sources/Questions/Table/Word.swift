package import Capabilities
package import LinuxCapabilities
package import PolicyLanguage

/// A word of the language: what it asks of the system, and how it is written, wherever it is written.
///
/// Policies, `warrant can`, `--batch`, `who-can`, the schema, the help and `compare` know of a word what stands
/// here, and nothing else. Each word has a file of its own, and ``WordTable`` lists them.
package struct Word: Sendable {
    /// As policies write it.
    package let name: String
    /// What it asks, in one line, for editors.
    package let summary: String
    /// What its value looks like, for the schema.
    package let form: TextForm
    /// What its value names.
    let object: ObjectKind
    /// The keys that it has beside the keys of every requirement.
    package let keys: [Vocabulary.Key]
    /// Which of them it needs, where that depends on the others or on the value.
    package let choice: Vocabulary.KeyChoice
    /// The names that system calls, shells, systemd and firewalls have for it.
    package let synonyms: [String]
    /// How the command line and the lines of a batch call it.
    package let actions: [Action]
    /// Whether users differ in what they may, so that `who-can` asks about all of them.
    package let isOfUsers: Bool
    /// What is known of the answers to its questions on one host; nil where nothing is.
    package let relations: Relations?
    /// Turns its argument into a way to use a file; nil for a word that is not about files.
    package let fileAction: (@Sendable (String?) throws(InvalidUse) -> FileAccess.Action)?
    /// Turns a use into the capability that it asks for.
    package let bind: @Sendable (Use) throws(InvalidUse) -> any Capability
    /// Turns a line of a batch into its question; nil for a word that is asked of a subject of this host alone.
    package let batch: (@Sendable (Line) throws(InvalidUse) -> BatchQuestion)?

    package init(
        _ name: String,
        _ summary: String,
        form: TextForm = .any,
        object: ObjectKind = .name,
        keys: [Vocabulary.Key] = [],
        choice: Vocabulary.KeyChoice = .any,
        synonyms: [String] = [],
        actions: [Action],
        isOfUsers: Bool = false,
        relations: Relations? = nil,
        fileAction: (@Sendable (String?) throws(InvalidUse) -> FileAccess.Action)? = nil,
        batch: (@Sendable (Line) throws(InvalidUse) -> BatchQuestion)? = nil,
        bind: @escaping @Sendable (Use) throws(InvalidUse) -> any Capability
    ) {
        self.name = name
        self.summary = summary
        self.form = form
        self.object = object
        self.keys = keys
        self.choice = choice
        self.synonyms = synonyms
        self.actions = actions
        self.isOfUsers = isOfUsers
        self.relations = relations
        self.fileAction = fileAction
        self.batch = batch
        self.bind = bind
    }

    /// An action of `warrant can`.
    package struct Action: Sendable {
        package let name: String
        /// What follows it, as the help writes it: `PATH MODE`.
        let operands: String
        /// What it asks, as the help explains it.
        let meaning: String
        /// The key whose value the argument after the object is; nil where there is none.
        let argument: String?
        let argumentKind: ArgumentKind
        /// The keys that it stands for: `raise` is `capability` with `in: permitted`.
        let fixed: [String: String]
        let sentence: Sentence

        package init(
            _ name: String,
            _ operands: String,
            _ meaning: String = "",
            argument: String? = nil,
            argumentKind: ArgumentKind = .text,
            fixed: [String: String] = [:],
            _ sentence: Sentence? = nil
        ) {
            self.name = name
            self.operands = operands
            self.meaning = meaning
            self.argument = argument
            self.argumentKind = argumentKind
            self.fixed = fixed
            self.sentence =
                sentence
                ?? .may { object, argument in
                    "\(name) \(object)" + (argument.map { " \($0)" } ?? "")
                }
        }
    }

    /// What the value of a word names.
    package enum ObjectKind: Sendable {
        /// Something other than a file.
        case name
        case path
        /// A path if an argument follows, or if it has a slash; a name otherwise.
        case nameOrPath
        /// An address, which is a path after `unix:`.
        case endpoint
    }

    /// What an argument is, which decides how the command line and a line of a batch may write it.
    package enum ArgumentKind: Sendable {
        case text
        case path
        /// In octal digits, as a text.
        case mode
        case number
        /// By name or uid.
        case user
        /// By name or gid.
        case group
    }

    /// How an answer is worded, by the object and the argument.
    package enum Sentence: Sendable {
        /// What a subject may: `connect to OBJECT`.
        case may(@Sendable (String, String?) -> String)
        /// What something is, the same for every subject: `a.service`, `active`.
        case state(@Sendable (String, String?) -> (object: String, state: String))
    }

    /// A word as it is used by someone.
    package struct Use: Sendable {
        package let value: String
        package let keys: [String: String]
        package let subject: Subject
        package let host: Host
        /// Who decides about a file; nil to leave it to the word.
        package let asking: FileAccess.Asking?
        /// Whether names are taken that people abbreviate, such as `net_admin`.
        package let isTyped: Bool

        package init(
            _ value: String,
            keys: [String: String],
            as subject: Subject,
            on host: Host,
            asking: FileAccess.Asking? = nil,
            isTyped: Bool = false
        ) {
            self.value = value
            self.keys = keys
            self.subject = subject
            self.host = host
            self.asking = asking
            self.isTyped = isTyped
        }

        /// The value of a key that the word needs. A parameter may have filled in nothing.
        func needed(_ key: String, help: String) throws(InvalidUse) -> String {
            guard let value = keys[key] else {
                throw InvalidUse("missing-key", "", help: help, in: .missingKey(key))
            }
            guard !value.isEmpty else {
                throw InvalidUse(
                    "invalid-argument",
                    "\(key.quoted) is empty",
                    help: help,
                    in: .key(key),
                    typed: "the argument is empty; \(help)"
                )
            }
            return value
        }
    }

    /// A word as a line of a batch uses it, about a subject that the line describes.
    package struct Line: Sendable {
        package let object: [UInt8]
        package let argument: String?
        package let follow: Bool?

        package var value: String { String(decoding: object, as: UTF8.self) }

        /// - Throws: ``InvalidUse`` for a path that the kernel would resolve against a working directory.
        func absolutePath() throws(InvalidUse) -> [UInt8] {
            guard object.first == UInt8(ascii: "/") else { throw .relativePath(value) }
            guard !object.contains(0) else {
                throw InvalidUse(
                    "nul-in-path",
                    "a path contains a NUL",
                    help: "no file has such a name"
                )
            }
            return object
        }
    }

    /// The keys and the form, as the parser and the schema know them.
    package var vocabulary: Vocabulary.Word {
        Vocabulary.Word(name, keys: keys, choice: choice, summary, form: form)
    }
}

extension InvalidUse {
    static func relativePath(_ path: String) -> Self {
        let problem = "\(path.quoted) is not an absolute path"
        return Self("relative-path", problem, help: "write it from `/` on")
    }
}
