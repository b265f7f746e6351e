import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Questions

/// A test file: cases of a policy, each on a described host.
package struct PolicyTest: Sendable {
    package let path: String
    /// The policy that the file tests.
    package let policy: String
    private let cases: [TestCaseSyntax]
    private let file: SourceFile

    /// - Throws: ``Diagnostics`` if the test is wrong; ``UnreadablePolicy`` if it cannot be read.
    package init(path: String) throws {
        do throws(SourceFile.Problem) {
            file = try SourceFile(at: path, limit: Limits.bytes)
        } catch {
            throw error.ofFile(path)
        }
        let root = try YAMLTree.parse(file.contents.bytes, file: path)
        let syntax = try TestSyntax.parse(root)
        guard let policy = Self.policy(of: path, syntax.policy?.value) else {
            throw Diagnostics(
                Diagnostic(
                    "missing-key",
                    at: syntax.location,
                    "the test does not say which policy it is about",
                    help: "write `policy: PATH`, or name the test as the policy, with `.test` "
                        + "before `.yaml`"
                )
            )
        }
        try syntax.refuseUnknownReasons()
        self.path = path
        self.policy = policy
        cases = syntax.cases
    }

    /// Returns the named policy, relative to the directory of the test; else the file of the same name without `.test`.
    package static func policy(of test: String, _ named: String? = nil) -> String? {
        let name = test.pathNames.last.map(String.init) ?? test
        let folder = test.dropLast(name.count)
        if let named { return named.isAbsolutePath ? named : folder + named }
        for ending in PolicyTest.endings where name.hasSuffix(".test" + ending) {
            return folder + name.dropLast(".test".count + ending.count) + ending
        }
        return nil
    }

    package static let endings = [".yaml", ".yml", ".json"]

    /// Decides all cases, and returns the results in the order written.
    ///
    /// - Parameter limit: The largest number of facts in all cases together.
    /// - Throws: ``Diagnostics`` if the policy, a fact or an expectation is wrong; ``UnreadablePolicy`` if the policy
    ///   cannot be read.
    package func run(atMost limit: Int = Limits.nodes) async throws -> [TestedCase] {
        try count(atMost: limit)
        var tested: [TestedCase] = []
        var found: [Diagnostic] = []
        // A mistake in the facts that all cases share is reported once.
        var known: Set<Diagnostic> = []
        let hosts = Array(zip(cases, try policies()))
        // Each task holds one host at a time.
        for result in await hosts.mappedInTasks({ await $0.0.tested(with: $0.1) }) {
            switch result {
            case .success(let one): tested.append(one)
            case .failure(let problems):
                found += problems.all.filter { known.insert($0).inserted }
            }
            if found.count > Limits.diagnostics { break }
        }
        if let problems = Diagnostics(found) { throw problems }
        return tested
    }

    private func count(atMost limit: Int) throws(Diagnostics) {
        var count = 0
        for one in cases {
            count += one.factCount
            guard count <= limit else { throw Diagnostics(.tooManyFacts(one, limit)) }
        }
    }

    /// Returns the policy of each case. Cases with the same values of parameters share one.
    private func policies() throws -> [PolicySyntax] {
        var read: [[String: String]: PolicySyntax] = [:]
        return try cases.map { one in
            let values = one.settings.mapValues(\.value)
            let policy = try read[values] ?? policy(setting: one.settings)
            read[values] = policy
            return policy
        }
    }

    /// Reads no environment variable, so the result is the same everywhere.
    private func policy(setting settings: [String: Setting]) throws -> PolicySyntax {
        var reader = PolicyReader(environment: .empty)
        return try reader.policy(at: policy, namedBy: file, setting: settings, areShared: false)
    }
}

extension TestCaseSyntax {
    var factCount: Int {
        given?.factCount ?? 0
    }

    /// Returns the result of a policy on the host of this case.
    fileprivate func tested(with syntax: PolicySyntax) async -> Result<TestedCase, Diagnostics> {
        do throws(Diagnostics) {
            let facts = if let given { try HostFacts(given: given) } else { HostFacts() }
            let policy = try Policy(syntax, on: .inMemory(facts))
            return .success(try TestedCase(self, await policy.check()))
        } catch {
            return .failure(error)
        }
    }
}

extension Node {
    /// The number of facts. Each text is one, in a list or in a mapping too.
    fileprivate var factCount: Int {
        switch kind {
        case .scalar: 1
        case .sequence(let items): max(1, items.reduce(0) { $0 + $1.factCount })
        case .mapping(let entries): max(1, entries.reduce(0) { $0 + $1.value.factCount })
        }
    }
}

extension Policy {
    /// Binds a policy to a given host.
    init(_ syntax: PolicySyntax, on host: Host) throws(Diagnostics) {
        try self.init(syntax, to: Catalogue(.linux, on: host), describe: \.nameInReports)
    }
}

extension Diagnostic {
    fileprivate static func tooManyFacts(_ one: TestCaseSyntax, _ limit: Int) -> Self {
        Self(
            "too-many-facts",
            at: one.name.location,
            "the cases up to this one state more than \(limit) facts",
            help: "state fewer in what all cases share, or make two tests of it"
        )
    }
}
