public import Capabilities
public import LinuxCapabilities
import PolicyLanguage
import Questions
import Text

/// A word of the program's own, which its policies may use beside the words of Linux.
///
/// The word asks a ``/Capabilities/Capability`` of the program. A policy that is read with the word may use it
/// everywhere: under `require` and `forbid`, in groups, and in a `when`.
///
/// ```swift
/// let licence = PolicyWord("shop-licence", values: ["trial", "full"]) { Licence(atLeast: $0) }
/// let policy = try Policy(path: "/etc/shop/shop.yaml", words: [licence])
/// ```
///
/// ```yaml
/// require:
///   - shop-licence: full
/// ```
///
/// The name consists of at most 64 lower-case letters, digits and `-`, begins with a letter, and has no other meaning in
/// a requirement. Reading a policy with any other word throws ``InvalidPolicyWord``. A later version of Warrant may add
/// words; a name that begins with that of the program, such as `shop-licence`, avoids them.
public struct PolicyWord: Sendable {
    private enum Making: Sendable {
        case forThisProcess(@Sendable (String) throws -> any Capability)
        case forAnySubject(@Sendable (String, Subject) throws -> any Capability)
    }

    private let name: String
    private let values: [String]?
    private let making: Making

    /// Creates a word that asks about this process.
    ///
    /// A policy must not use it about another subject: reading such a policy throws a diagnostic.
    ///
    /// - Parameters:
    ///   - values: The values that a policy may write. If nil, `capability` decides.
    ///   - capability: Makes the capability for a value, and does nothing else: it is called more than once for each
    ///     use. An error that it throws becomes a diagnostic at the value, with the error's description as its message.
    public init(
        _ name: String,
        values: [String]? = nil,
        capability: @escaping @Sendable (_ value: String) throws -> any Capability
    ) {
        self.name = name
        self.values = values
        making = .forThisProcess(capability)
    }

    /// Creates a word that asks about the subject of the requirement.
    ///
    /// A word whose answer is the same for every subject ignores the subject: `{ value, _ in … }`.
    ///
    /// - Parameters:
    ///   - values: The values that a policy may write. If nil, `capability` decides.
    ///   - capability: Makes the capability for a value and a subject, and does nothing else: it is called more than
    ///     once for each use. An error that it throws becomes a diagnostic at the value, with the error's description
    ///     as its message.
    public init(
        _ name: String,
        values: [String]? = nil,
        capability:
            @escaping @Sendable (_ value: String, _ subject: Subject) throws -> any Capability
    ) {
        self.name = name
        self.values = values
        making = .forAnySubject(capability)
    }

    /// The entry for the table of words. Neither the command line nor the schema sees it.
    private var entry: Word {
        Word(name, "", actions: []) { use throws(InvalidUse) in
            if let values, !values.contains(use.value) {
                throw .unknownValue(use.value, of: name, known: values)
            }
            return try capability(use.value, use.subject)
        }
    }

    private func capability(
        _ value: String,
        _ subject: Subject
    ) throws(InvalidUse) -> any Capability {
        do {
            switch making {
            case .forAnySubject(let make): return try make(value, subject)
            case .forThisProcess(let make):
                if subject == .current { return try make(value) }
            }
        } catch {
            let problem = "\(value.quoted) is not a value of \(name.quoted): \(error)"
            throw InvalidUse("invalid-argument", problem)
        }
        throw InvalidUse(
            "invalid-subject",
            "\(name.quoted) asks about this process, not about \("\(subject)".quoted)",
            help: "move it to a policy without a subject",
            in: .key("as")
        )
    }

    /// The fault of the word beside the words of a table, with its remedy; nil if there is none.
    private func problem(in vocabulary: Vocabulary) -> String? {
        let letters = name.utf8
        let isLegal =
            letters.count <= 64 && letters.first.map { $0.isLowerCaseLetter } == true
            && letters.allSatisfy { $0.isLowerCaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        guard isLegal else {
            return "is not a legal name; use at most 64 lower-case letters, digits and `-`, "
                + "and begin with a letter"
        }
        if vocabulary.hasMeaning(name) {
            return "already has a meaning in policies; choose another name, "
                + "such as one that begins with that of the program"
        }
        return values?.isEmpty == true ? "has no value; list one, or leave out `values`" : nil
    }

    /// Returns the words of Linux, followed by these.
    static func table(adding words: [PolicyWord]) throws(InvalidPolicyWord) -> WordTable {
        let linux = Catalogue<Subject>.linux.vocabulary
        var names: Set<String> = []
        for word in words {
            if let problem = word.problem(in: linux) {
                throw InvalidPolicyWord(word: word.name, problem: problem)
            }
            guard names.insert(word.name).inserted else {
                throw InvalidPolicyWord(word: word.name, problem: "is given twice; remove one")
            }
        }
        return WordTable(WordTable.linux.words + words.map(\.entry))
    }
}

/// An error: a word cannot be added to the words of Linux. It is not legal, or its name has a meaning already.
public struct InvalidPolicyWord: Error, Hashable, Sendable {
    public let word: String
    /// The fault, and the remedy.
    public let problem: String
}

extension InvalidPolicyWord: CustomStringConvertible {
    public var description: String { "the word \(word.quoted) \(problem)".onOneLine }
}

extension UInt8 {
    fileprivate var isLowerCaseLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
