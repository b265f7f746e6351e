import LinuxSystem
package import LinuxCapabilities
package import PolicyLanguage
import Text

extension Policy {
    /// Reads a policy, which then can guard a procedure: `.condition(Satisfies(policy))`.
    ///
    /// - Parameter settings: Values by the names of the policy's parameters, in place of their defaults:
    ///   `["port": "8080"]`.
    /// - Throws: ``Diagnostics`` when the policy is wrong, requires nothing, has no such parameter or one of
    ///   another type, or could be written by someone other than root and this user although it is judged
    ///   for root or about someone else; ``UnreadablePolicy`` when it cannot be read.
    public init(path: String, setting settings: [String: String] = [:]) throws {
        self = try PolicyFile(.path(path), settings: settings).policy
    }
}

/// A policy file cannot be read: missing, a directory, not permitted.
public struct UnreadablePolicy: Error, Hashable, Sendable {
    public let path: String
    /// What is in the way, and the remedy where there is one.
    public let problem: String

    package init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }
}

extension UnreadablePolicy: CustomStringConvertible {
    public var description: String { "cannot read \(path.quoted): \(problem)".onOneLine }
}

/// A policy as read from a file, and what is odd about that file.
package struct PolicyFile: Sendable {
    package let path: String
    package let policy: Policy
    /// The names of its parameters.
    package let parameters: [String]
    /// What was overridden by the caller, to be said in the report.
    package let warnings: [Diagnostic]

    /// - Parameters:
    ///   - place: Where it is read from.
    ///   - settings: Values for its parameters.
    ///   - areShared: Whether a setting may be for other policies alone.
    ///   - subject: Who is asked about in place of whom the policy is about.
    ///   - allowWritable: Whether a file that others could write is read all the same.
    ///   - strict: Whether a yes that takes something for granted is not known.
    /// - Throws: as ``Policy/init(path:)``.
    package init(
        _ place: PolicyPlace,
        settings: [String: String] = [:],
        areShared: Bool = false,
        subject: Subject? = nil,
        allowWritable: Bool = false,
        strict: Bool = false
    ) throws {
        let catalogue = Catalogue<Subject>.linux
        var reader = PolicyReader(
            vocabulary: catalogue.vocabulary,
            refusesWritable: !allowWritable
        )
        let given = settings.mapValues { Setting($0) }
        let syntax = try reader.policy(at: place, setting: given, areShared: areShared)
        let bound = try Policy(syntax, to: catalogue, subject: subject, describe: \.nameInReports)
        policy = strict ? bound.strict : bound
        warnings = try reader.warnings(of: policy, allowWritable: allowWritable)
        path = place.name
        parameters = syntax.parameters.map(\.name.value)
    }
}

extension PolicyReader {
    /// How others could write what was read, where it decides for root or about someone else.
    ///
    /// - Parameter allowWritable: Whether that is told alone.
    /// - Throws: ``Diagnostics`` where it is not allowed; ``UnreadablePolicy`` where a directory above cannot
    ///   be looked at.
    package func warnings(of policy: Policy, allowWritable: Bool) throws -> [Diagnostic] {
        let isAboutCaller =
            policy.subject == nil && !hasFoundSubject
            && !policy.requirements.contains { $0.part.asksOfAnother }
        guard ProcessCalls.ownUser == 0 || !isAboutCaller else { return [] }
        let found = try files.flatMap { file in
            do throws(SourceFile.Problem) {
                return try file.diagnostics()
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
