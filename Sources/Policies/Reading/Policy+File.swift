import LinuxSystem
package import LinuxCapabilities
package import PolicyLanguage
import Text

extension Policy {
    /// Reads a policy, which can then guard a procedure: `.condition(Satisfies(policy))`.
    ///
    /// - Parameters:
    ///   - settings: Values by the names of the policy's parameters, in place of their defaults: `["port": "8080"]`.
    ///   - words: Words of the program's own, which the policy and its includes may use.
    /// - Throws: ``Diagnostics`` if the policy is wrong, requires nothing, has no such parameter or one of another
    ///   type. Also if a user other than root and this user could write the policy, and the policy is judged for root
    ///   or about another subject. ``UnreadablePolicy`` if it cannot be read. ``InvalidPolicyWord`` for a word that
    ///   cannot be added.
    public init(
        path: String,
        setting settings: [String: String] = [:],
        words: [PolicyWord] = []
    ) throws {
        let words = try Catalogue.linux(adding: words)
        self = try PolicyFile(.path(path), settings: settings, in: words).policy
    }

    /// Reads a policy from a text, such as a constant or a resource of the program.
    ///
    /// No file is read. An `include` names one of `texts`, by a path relative to the directory of the text that
    /// includes it:
    ///
    /// ```swift
    /// let policy = try Policy(text: service, named: "shop.yaml", including: ["parts/tls.yaml": tls])
    /// ```
    ///
    /// - Parameters:
    ///   - text: At most 16 MiB, with all that it includes.
    ///   - name: The name of the text in messages and reports. A `/` in it separates directories.
    ///   - texts: The texts that may be included, by their paths, which are relative and without `.` and `..`.
    ///   - settings: Values by the names of the policy's parameters, in place of their defaults.
    ///   - words: Words of the program's own, which all of the texts may use.
    /// - Throws: ``Diagnostics`` if a text is wrong, requires nothing, has no such parameter or one of another type, or
    ///   includes a path that is not among `texts`. ``InvalidPolicyWord`` for a word that cannot be added.
    public init(
        text: String,
        named name: String = "policy.yaml",
        including texts: [String: String] = [:],
        setting settings: [String: String] = [:],
        words: [PolicyWord] = []
    ) throws {
        let words = try Catalogue.linux(adding: words)
        var reader = PolicyReader(words: words.withOpenParameters)
        let source = PolicyTexts.Text(text, named: name, among: PolicyTexts(texts: texts))
        let syntax = try reader.policy(in: source, setting: settings.mapValues { Setting($0) })
        self = try Policy(syntax, to: words, describe: \.nameInReports)
    }
}

/// An error: a policy file cannot be read. It is missing, a directory, or not permitted.
public struct UnreadablePolicy: Error, Hashable, Sendable {
    public let path: String
    /// The obstacle, and the remedy if there is one.
    public let problem: String

    package init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }
}

extension UnreadablePolicy: CustomStringConvertible {
    public var description: String { "cannot read \(path.quoted): \(problem)".onOneLine }
}

/// A policy read from a file, with warnings about that file.
package struct PolicyFile: Sendable {
    package let path: String
    package let policy: Policy
    /// The names of its parameters.
    package let parameters: [String]
    /// The problems that the caller chose to ignore, for the report.
    package let warnings: [Diagnostic]
    /// The policy about the process that reads it, if it was asked for.
    package let aboutReader: PolicyAboutReader?

    /// - Parameters:
    ///   - place: The place to read the policy from.
    ///   - settings: Values for its parameters.
    ///   - areShared: True if a setting may be meant for other policies only.
    ///   - subject: The subject in place of the policy's own.
    ///   - words: The words of the policy, bound to the host that is asked.
    ///   - allowWritable: True if a file that other users could write is read all the same.
    ///   - strict: True if an `authorized` that rests on an assumption becomes `undetermined`.
    ///   - isProbed: True if ``aboutReader`` is asked for.
    /// - Throws: The same errors as ``Policy/init(path:)``.
    package init(
        _ place: PolicyPlace,
        settings: [String: String] = [:],
        areShared: Bool = false,
        subject: Subject? = nil,
        in words: Catalogue<Subject> = .linux,
        allowWritable: Bool = false,
        strict: Bool = false,
        isProbed: Bool = false
    ) throws {
        let source = try PolicySource(
            place,
            settings: settings,
            words: words.withOpenParameters,
            areShared: areShared,
            allowWritable: allowWritable
        )
        let policy = try source.policy(about: subject, in: words)
        self.policy = strict ? policy.strict : policy
        warnings = try source.warnings(of: policy)
        path = place.name
        parameters = source.parameters
        aboutReader = isProbed ? source.aboutReader : nil
    }
}

/// A policy read from a file. It can be bound to several subjects.
package struct PolicySource {
    private let syntax: PolicySyntax
    private let reader: PolicyReader
    private let allowWritable: Bool

    package init(
        _ place: PolicyPlace,
        settings: [String: String] = [:],
        words: Catalogue<Subject> = .open,
        areShared: Bool = false,
        allowWritable: Bool = false
    ) throws {
        var reader = PolicyReader(words: words, refusesWritable: !allowWritable)
        let given = settings.mapValues { Setting($0) }
        syntax = try reader.policy(at: place, setting: given, areShared: areShared)
        self.reader = reader
        self.allowWritable = allowWritable
    }

    package var parameters: [String] { syntax.parameters.map(\.name.value) }

    /// - Parameter subject: The subject in place of the policy's own.
    package func policy(
        about subject: Subject?,
        in words: Catalogue<Subject>
    ) throws(Diagnostics) -> Policy {
        try Policy(syntax, to: words, subject: subject, describe: \.nameInReports)
    }

    package var aboutReader: PolicyAboutReader {
        var indexes: [Int] = []
        func ours(_ requirements: [RequirementSyntax], from first: Int) -> [RequirementSyntax] {
            requirements.enumerated().compactMap { index, requirement in
                guard let ours = requirement.aboutReader else { return nil }
                indexes.append(first + index)
                return ours
            }
        }
        let require = ours(syntax.require, from: 0)
        let forbid = ours(syntax.forbid, from: syntax.require.count)
        let policy = PolicySyntax(
            version: syntax.version,
            name: syntax.name,
            summary: "",
            subject: nil,
            parameters: [],
            require: require,
            forbid: forbid,
            location: syntax.location
        )
        return PolicyAboutReader(text: policy.text, indexes: indexes)
    }

    /// - Throws: ``Diagnostics`` if other users could write a file, and the policy must not be.
    package func warnings(of policy: Policy) throws -> [Diagnostic] {
        try reader.warnings(of: policy, allowWritable: allowWritable)
    }
}

/// The requirements of a policy that are about its subject, as a policy about the process that reads it.
package struct PolicyAboutReader: Sendable {
    package let text: String
    /// The indexes of the requirements in the report on the whole policy.
    package let indexes: [Int]
}

extension PolicyReader {
    /// Returns the ways in which other users could write the files that were read, if the policy decides for root or
    /// about another subject.
    ///
    /// - Parameter allowWritable: True if these ways are only warnings.
    /// - Throws: ``Diagnostics`` if they are not allowed; ``UnreadablePolicy`` if a directory above cannot be examined.
    package func warnings(of policy: Policy, allowWritable: Bool) throws -> [Diagnostic] {
        let isAboutCaller =
            policy.subject == nil && !hasFoundSubject
            && !policy.requirements.contains { $0.part.asksOfAnother }
        guard ProcessCalls.ownUser == 0 || !isAboutCaller else { return [] }
        let found = try files.flatMap { file in
            do throws(SourceFile.Problem) {
                return try file.diagnostics(isRefused: !allowWritable)
            } catch {
                throw error.ofFile(file.path)
            }
        }
        if let problems = Diagnostics(found), !allowWritable { throw problems }
        return found
    }
}

extension ParameterSources.Environment {
    package static var ofProcess: Self {
        Environment.isTrusted ? .variables { Environment[$0] } : .refused
    }
}
