import LinuxCapabilities
import LinuxSystem
package import PolicyLanguage

/// Reads a policy, and in turn those that it includes, each through the open directory of the one that
/// names it.
package struct PolicyReader {
    private let vocabulary: Vocabulary
    private let environment: ParameterSources.Environment
    private let allowance = Allowance()
    private let refusesWritable: Bool
    /// Whose includes are being read, each included by the one before it.
    private var open: [SourceFile] = []
    /// All that was read.
    private(set) var files: [SourceFile] = []
    /// Whether one of them says whom it is about.
    private(set) var hasFoundSubject = false

    /// - Parameter refusesWritable: Whether root reads nothing that others could write.
    package init(
        vocabulary: Vocabulary,
        environment: ParameterSources.Environment = .ofProcess,
        refusesWritable: Bool = false
    ) {
        self.vocabulary = vocabulary
        self.environment = environment
        self.refusesWritable = refusesWritable
    }

    /// A policy with all that it includes.
    ///
    /// - Parameter parent: The file that names it.
    /// - Throws: ``Diagnostics``; ``UnreadablePolicy`` where the policy itself cannot be read.
    package mutating func policy(
        at path: String,
        namedBy parent: SourceFile? = nil,
        setting settings: [String: Setting],
        areShared: Bool
    ) throws -> PolicySyntax {
        try policy(at: .path(path), namedBy: parent, setting: settings, areShared: areShared)
    }

    /// A policy with all that it includes; what standard input includes starts from the working directory.
    package mutating func policy(
        at place: PolicyPlace,
        namedBy parent: SourceFile? = nil,
        setting settings: [String: Setting],
        areShared: Bool
    ) throws -> PolicySyntax {
        let sources = ParameterSources(
            settings: settings,
            environment: environment,
            areShared: areShared
        )
        let file: SourceFile
        do throws(SourceFile.Problem) {
            switch place {
            case .path(let path): file = try read(path, from: .working, namedBy: parent)
            case .standardInput: file = try readStandardInput()
            }
        } catch {
            throw error.ofFile(place.name)
        }
        return try policy(in: file, sources)
    }

    private func readStandardInput() throws(SourceFile.Problem) -> SourceFile {
        let file = try SourceFile(
            standardInputUpTo: allowance.bytes,
            refusesWritable: refusesWritable
        )
        allowance.bytes -= file.contents.bytes.count
        return file
    }

    private func read(
        _ path: String,
        from directory: StartingDirectory,
        namedBy parent: SourceFile?
    ) throws(SourceFile.Problem) -> SourceFile {
        let file = try SourceFile(
            at: path,
            from: directory,
            namedBy: parent,
            limit: allowance.bytes,
            refusesWritable: refusesWritable
        )
        allowance.bytes -= file.contents.bytes.count
        return file
    }

    private mutating func policy(
        in file: SourceFile,
        _ sources: ParameterSources
    ) throws(Diagnostics) -> PolicySyntax {
        if !files.contains(where: { $0.path == file.path }) { files.append(file) }
        let root = try YAMLTree.parse(file.contents.bytes, file: file.path, within: allowance)
        let policy = try PolicySyntax.parse(
            root,
            vocabulary: vocabulary,
            parametersFrom: sources,
            within: allowance,
            alsoFinding: { Catalogue.open.problems(in: $0) }
        )
        if policy.subject != nil { hasFoundSubject = true }
        return policy.including(try parts(of: policy, in: file))
    }

    /// What a policy includes, each part with all that it includes in turn.
    package mutating func parts(
        of policy: PolicySyntax,
        in file: SourceFile
    ) throws(Diagnostics) -> [PolicySyntax] {
        open.append(file)
        defer { open.removeLast() }
        var parts: [PolicySyntax] = []
        var found: [Diagnostic] = []
        for include in policy.includes {
            do throws(Diagnostics) {
                parts.append(try part(include, of: file))
            } catch {
                found += error.all
            }
        }
        if let problems = Diagnostics(found) { throw problems }
        return parts
    }

    private mutating func part(
        _ include: IncludeSyntax,
        of parent: SourceFile
    ) throws(Diagnostics) -> PolicySyntax {
        allowance.files -= 1
        guard open.count < Limits.includes, allowance.files > 0 else {
            throw Diagnostics(.tooManyIncludes(include.path))
        }
        let file: SourceFile
        do throws(SourceFile.Problem) {
            let directory = parent.contents.directory
            file = try read(include.path.value, from: directory, namedBy: parent)
        } catch {
            throw error.ofInclude(include.path)
        }
        guard !open.contains(where: { $0.contents.facts.isSameFile(as: file.contents.facts) })
        else {
            throw Diagnostics(.includesItself(include.path))
        }
        let sources = ParameterSources(
            settings: include.settings,
            environment: environment,
            includedAt: include.path.location
        )
        return try policy(in: file, sources)
    }
}
