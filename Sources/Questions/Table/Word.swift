package import Capabilities
package import LinuxCapabilities
package import PolicyLanguage

/// A word of the language: its question to the system, and its form in every context.
///
/// Policies, `warrant can`, `--batch`, `who-can`, the schema, the help and `compare` get all their knowledge of a word
/// from this value. Each word has a file of its own, and ``WordTable`` lists them.
package struct Word: Sendable {
    /// The name in policies.
    package let name: String
    /// The question in one line, for editors.
    package let summary: String
    /// The form of its value, for the schema.
    package let form: TextForm
    /// The kind of object that its value names.
    let object: ObjectKind
    /// The keys that it has in addition to the keys of every requirement.
    package let keys: [Vocabulary.Key]
    /// The keys that it needs, if that depends on other keys or on the value.
    package let choice: Vocabulary.KeyChoice
    /// Its names in system calls, shells, systemd and firewalls.
    package let synonyms: [String]
    /// Its actions on the command line and in batch lines.
    package let actions: [Action]
    /// True if users differ in this permission, and `who-can` asks about all of them.
    package let isOfUsers: Bool
    /// The known relations between answers on one host; nil if there are none.
    package let relations: Relations?
    /// Returns the file operation for an argument; nil for a word that is not about files.
    package let fileAction: (@Sendable (String?) throws(InvalidUse) -> FileAccess.Action)?
    /// Returns the capability for a use.
    package let bind: @Sendable (Use) throws(InvalidUse) -> any Capability
    /// Returns the question for a batch line; nil for a word that only applies to subjects of this host.
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
        /// The operands, for the help: `PATH MODE`.
        let operands: String
        /// The explanation, for the help.
        let meaning: String
        /// The key that gets the argument after the object; nil if the action takes no argument.
        let argument: String?
        let argumentKind: ArgumentKind
        /// The keys that the action sets: `raise` is `capability` with `in: permitted`.
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

    /// The kind of object that the value of a word names.
    package enum ObjectKind: Sendable {
        /// Something other than a file.
        case name
        case path
        /// A path if an argument follows or if it contains a slash; otherwise a name.
        case nameOrPath
        /// An address, which is a path after `unix:`.
        case endpoint
    }

    /// The kind of an argument, which determines how the command line and a batch line may write it.
    package enum ArgumentKind: Sendable {
        case text
        case path
        /// Octal digits, as a text.
        case mode
        case number
        /// A name or a uid.
        case user
        /// A name or a gid.
        case group
    }

    /// The wording of an answer, from the object and the argument.
    package enum Sentence: Sendable {
        /// A permission of a subject: `connect to OBJECT`.
        case may(@Sendable (String, String?) -> String)
        /// A state of an object, the same for every subject: `a.service`, `active`.
        case state(@Sendable (String, String?) -> (object: String, state: String))
    }

    /// One use of a word, with its subject and host.
    package struct Use: Sendable {
        package let value: String
        package let keys: [String: String]
        package let subject: Subject
        package let host: Host
        /// The source of decisions about files; nil to leave it to the word.
        package let asking: FileAccess.Asking?
        /// True if abbreviated names such as `net_admin` are accepted.
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

        /// Returns the value of a key that the word needs. A parameter may have made it empty.
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

    /// A word in a batch line, about a subject that the line describes.
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

    /// The keys and the form, for the parser and the schema.
    package var vocabulary: Vocabulary.Word {
        Vocabulary.Word(name, keys: keys, choice: choice, summary, form: form)
    }
}

extension InvalidUse {
    static func relativePath(_ path: String) -> Self {
        let problem = "\(path.quoted) is not an absolute path"
        return Self("relative-path", problem, help: "begin it with `/`")
    }
}
