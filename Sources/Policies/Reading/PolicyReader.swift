package import LinuxCapabilities
import LinuxSystem
package import PolicyLanguage

/// Reads a policy and, recursively, the policies that it includes. They are either files, each opened through the open
/// directory of the file that names it, or texts.
package struct PolicyReader {
    private enum Source {
        case file(SourceFile)
        case text(PolicyTexts.Text)

        var name: String {
            switch self {
            case .file(let file): file.path
            case .text(let text): text.name
            }
        }

        var bytes: [UInt8] {
            switch self {
            case .file(let file): file.contents.bytes
            case .text(let text): text.bytes
            }
        }

        func isSame(as other: Self) -> Bool {
            switch (self, other) {
            case (.file(let one), .file(let other)):
                one.contents.facts.isSameFile(as: other.contents.facts)
            case (.text(let one), .text(let other)): one.name == other.name
            case (.file, .text), (.text, .file): false
            }
        }
    }

    private let words: Catalogue<Subject>
    private let environment: ParameterSources.Environment
    private let allowance = Allowance()
    private let refusesWritable: Bool
    /// The sources whose includes are being read, each included by the one before it.
    private var open: [Source] = []
    /// All files that were read.
    private(set) var files: [SourceFile] = []
    /// True if one of the policies names a subject.
    private(set) var hasFoundSubject = false

    /// - Parameters:
    ///   - words: The words that the policies may use, for open parameters too.
    ///   - refusesWritable: True if root refuses to read files that other users could write.
    package init(
        words: Catalogue<Subject> = .open,
        environment: ParameterSources.Environment = .ofProcess,
        refusesWritable: Bool = false
    ) {
        self.words = words
        self.environment = environment
        self.refusesWritable = refusesWritable
    }

    /// Returns a policy with all that it includes.
    ///
    /// - Parameter parent: The file that names it.
    /// - Throws: ``Diagnostics``; ``UnreadablePolicy`` if the policy itself cannot be read.
    package mutating func policy(
        at path: String,
        namedBy parent: SourceFile? = nil,
        setting settings: [String: Setting],
        areShared: Bool
    ) throws -> PolicySyntax {
        try policy(at: .path(path), namedBy: parent, setting: settings, areShared: areShared)
    }

    /// Returns a policy with all that it includes. Includes of standard input are relative to the working directory.
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
        return try policy(in: .file(file), sources)
    }

    /// Returns the policy in a text with all that it includes.
    mutating func policy(
        in text: PolicyTexts.Text,
        setting settings: [String: Setting]
    ) throws(Diagnostics) -> PolicySyntax {
        let sources = ParameterSources(settings: settings, environment: environment)
        try take(text, Diagnostics(.fileTooLarge(at: .start(of: text.name))))
        return try policy(in: .text(text), sources)
    }

    private func take(_ text: PolicyTexts.Text, _ excess: Diagnostics) throws(Diagnostics) {
        guard text.bytes.count <= allowance.bytes else { throw excess }
        allowance.bytes -= text.bytes.count
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
        in source: Source,
        _ sources: ParameterSources
    ) throws(Diagnostics) -> PolicySyntax {
        if case .file(let file) = source, !files.contains(where: { $0.path == file.path }) {
            files.append(file)
        }
        let root = try YAMLTree.parse(source.bytes, file: source.name, within: allowance)
        let policy = try PolicySyntax.parse(
            root,
            vocabulary: words.vocabulary,
            parametersFrom: sources,
            within: allowance,
            alsoFinding: { words.problems(in: $0) }
        )
        if policy.subject != nil { hasFoundSubject = true }
        return policy.including(try parts(of: policy, in: source))
    }

    /// Returns the policies that a policy includes, each with its own includes.
    package mutating func parts(
        of policy: PolicySyntax,
        in file: SourceFile
    ) throws(Diagnostics) -> [PolicySyntax] {
        try parts(of: policy, in: .file(file))
    }

    private mutating func parts(
        of policy: PolicySyntax,
        in source: Source
    ) throws(Diagnostics) -> [PolicySyntax] {
        open.append(source)
        defer { open.removeLast() }
        var parts: [PolicySyntax] = []
        var found: [Diagnostic] = []
        for include in policy.includes {
            do throws(Diagnostics) {
                parts.append(try part(include, of: source))
            } catch {
                found += error.all
            }
        }
        if let problems = Diagnostics(found) { throw problems }
        return parts
    }

    private mutating func part(
        _ include: IncludeSyntax,
        of parent: Source
    ) throws(Diagnostics) -> PolicySyntax {
        allowance.files -= 1
        guard open.count < Limits.includes, allowance.files > 0 else {
            throw Diagnostics(.tooManyIncludes(include.path))
        }
        let source = try source(at: include.path, of: parent)
        guard !open.contains(where: source.isSame) else {
            throw Diagnostics(.includesItself(include.path))
        }
        let sources = ParameterSources(
            settings: include.settings,
            environment: environment,
            includedAt: include.path.location
        )
        return try policy(in: source, sources)
    }

    private func source(
        at path: Located<String>,
        of parent: Source
    ) throws(Diagnostics) -> Source {
        switch parent {
        case .file(let file):
            do throws(SourceFile.Problem) {
                return .file(try read(path.value, from: file.contents.directory, namedBy: file))
            } catch {
                throw error.ofInclude(path)
            }
        case .text(let text):
            let included = try text.included(path)
            try take(included, SourceFile.Problem.file(.tooLarge).ofInclude(path))
            return .text(included)
        }
    }
}
