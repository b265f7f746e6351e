import LinuxSystem
package import LinuxCapabilities
public import PolicyEngine
package import PolicyLanguage

extension Policy {
    /// Reads a policy, which then can guard a procedure: `.condition(Satisfies(policy))`.
    ///
    /// - Throws: ``Diagnostics`` when the policy is wrong, requires nothing, or could be written by
    ///   someone other than root and this user although it is judged for root or about someone else;
    ///   ``UnreadablePolicy`` when it cannot be read.
    public init(path: String) throws {
        self = try PolicyFile(path: path).policy
    }
}

/// A policy file cannot be read: missing, a directory, not permitted.
public struct UnreadablePolicy: Error, Hashable, Sendable {
    public let path: String
    /// What is in the way, and the remedy where there is one.
    public let problem: String
}

extension UnreadablePolicy: CustomStringConvertible {
    public var description: String { "cannot read \(path.quoted): \(problem)".escapingInvisibles }
}

/// A policy as read from a file, and what is odd about that file.
package struct PolicyFile: Sendable {
    package let path: String
    package let policy: Policy
    /// What was overridden by the caller, to be said in the report.
    package let warnings: [Diagnostic]

    /// - Parameters:
    ///   - subject: Who is asked about whatever the policy says.
    ///   - allowWritable: Whether a file that others could write is read all the same.
    /// - Throws: as ``Policy/init(path:)``.
    package init(
        path: String,
        subject: Subject? = nil,
        allowWritable: Bool = false
    ) throws {
        let contents = try Self.contents(at: path)
        let root = try YAMLTree.parse(contents.bytes, file: path)
        let catalogue = Catalogue<Subject>.linux
        let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
        policy = try Policy(syntax, to: catalogue, subject: subject) { subject in
            subject == .current ? nil : subject.description
        }
        let isAboutCaller = policy.subject == nil
        let writers = contents.writableByOthers(path, isAboutCaller: isAboutCaller)
        if let problems = Diagnostics(writers), !allowWritable { throw problems }
        self.path = path
        warnings = writers
    }

    private static func contents(at path: String) throws -> RegularFile.Contents {
        do throws(RegularFile.Problem) {
            return try RegularFile.contents(at: path, limit: Limits.bytes)
        } catch {
            switch error {
            case .tooLarge:
                throw Diagnostics(.fileTooLarge(at: SourceLocation(file: path, line: 1, column: 1)))
            case .notRegular(let kind):
                throw UnreadablePolicy(
                    path: path,
                    problem: "it is \(kind.noun), not a regular file"
                )
            case .system(let error):
                throw UnreadablePolicy(path: path, problem: "\(error.reason) (\(error.name))")
            }
        }
    }
}
