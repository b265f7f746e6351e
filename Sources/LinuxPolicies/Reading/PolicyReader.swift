import LinuxCapabilities
import LinuxSystem
import PolicyEngine
import PolicyLanguage

/// Reads a policy, and in turn those that it includes, each through the open directory of the one that
/// names it.
struct PolicyReader {
    struct File {
        /// As messages name it.
        let path: String
        let contents: RegularFile.Contents
    }

    private let vocabulary: Vocabulary
    private let environment: ParameterSources.Environment
    private let allowance = Allowance()
    /// Whose includes are being read, each included by the one before it.
    private var open: [FileFacts] = []
    /// All that was read.
    private(set) var files: [File] = []
    /// Whether one of them says whom it is about.
    private(set) var hasFoundSubject = false

    init(
        vocabulary: Vocabulary,
        environment: ParameterSources.Environment = .ofProcess
    ) {
        self.vocabulary = vocabulary
        self.environment = environment
    }

    /// A policy with all that it includes.
    ///
    /// - Throws: ``Diagnostics``; ``UnreadablePolicy`` where the policy itself cannot be read.
    mutating func policy(
        at path: String,
        setting settings: [String: Setting],
        areShared: Bool
    ) throws -> PolicySyntax {
        let sources = ParameterSources(
            settings: settings,
            environment: environment,
            areShared: areShared
        )
        let contents: RegularFile.Contents
        do throws(RegularFile.Problem) {
            contents = try read(path, from: .working)
        } catch {
            if error == .tooLarge { throw Diagnostics(.fileTooLarge(at: .start(of: path))) }
            throw UnreadablePolicy(path: path, problem: error.words)
        }
        return try policy(in: contents, at: path, sources)
    }

    private func read(
        _ path: String,
        from directory: StartingDirectory
    ) throws(RegularFile.Problem) -> RegularFile.Contents {
        let limit = allowance.bytes
        let contents = try RegularFile.contents(at: path, from: directory, limit: limit)
        allowance.bytes -= contents.bytes.count
        return contents
    }

    private mutating func policy(
        in contents: RegularFile.Contents,
        at path: String,
        _ sources: ParameterSources
    ) throws(Diagnostics) -> PolicySyntax {
        if !files.contains(where: { $0.path == path }) {
            files.append(File(path: path, contents: contents))
        }
        let root = try YAMLTree.parse(contents.bytes, file: path, within: allowance)
        let policy = try PolicySyntax.parse(
            root,
            vocabulary: vocabulary,
            parametersFrom: sources,
            within: allowance,
            alsoFinding: { Catalogue.open.problems(in: $0) }
        )
        if policy.subject != nil { hasFoundSubject = true }
        return policy.including(try parts(of: policy, in: contents))
    }

    /// What a policy includes, each part with all that it includes in turn.
    mutating func parts(
        of policy: PolicySyntax,
        in contents: RegularFile.Contents
    ) throws(Diagnostics) -> [PolicySyntax] {
        open.append(contents.facts)
        defer { open.removeLast() }
        var parts: [PolicySyntax] = []
        var found: [Diagnostic] = []
        for include in policy.includes {
            do throws(Diagnostics) {
                parts.append(try part(include, from: contents.directory))
            } catch {
                found += error.all
            }
        }
        if let problems = Diagnostics(found) { throw problems }
        return parts
    }

    private mutating func part(
        _ include: IncludeSyntax,
        from directory: StartingDirectory
    ) throws(Diagnostics) -> PolicySyntax {
        allowance.files -= 1
        guard open.count < Limits.includes, allowance.files > 0 else {
            throw Diagnostics(.tooManyIncludes(include.path))
        }
        let contents: RegularFile.Contents
        do throws(RegularFile.Problem) {
            contents = try read(include.path.value, from: directory)
        } catch {
            throw Diagnostics(.unreadableInclude(include.path, error))
        }
        guard !open.contains(where: { $0.isSameFile(as: contents.facts) }) else {
            throw Diagnostics(.includesItself(include.path))
        }
        let sources = ParameterSources(
            settings: include.settings,
            environment: environment,
            includedAt: include.path.location
        )
        return try policy(in: contents, at: directory.name(of: include.path.value), sources)
    }
}
