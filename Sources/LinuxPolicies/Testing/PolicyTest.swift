import LinuxCapabilities
import LinuxSystem
package import PolicyEngine
import PolicyLanguage
import Procedures

/// A test file: cases of a policy, each on a host that is only told of.
package struct PolicyTest: Sendable {
    package let path: String
    /// The policy that it is about.
    package let policy: String
    private let cases: [TestCaseSyntax]

    /// - Throws: ``Diagnostics`` where the test is wrong; ``UnreadablePolicy`` where it cannot be read.
    package init(path: String) throws {
        let contents: RegularFile.Contents
        do throws(RegularFile.Problem) {
            contents = try RegularFile.contents(at: path, limit: Limits.bytes)
        } catch {
            if error == .tooLarge { throw Diagnostics(.fileTooLarge(at: .start(of: path))) }
            throw UnreadablePolicy(path: path, problem: error.words)
        }
        let root = try YAMLTree.parse(contents.bytes, file: path)
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
        self.path = path
        self.policy = policy
        cases = syntax.cases
    }

    /// What is named, from the directory of the test; else the file of the same name, without `.test`.
    private static func policy(of test: String, _ named: String?) -> String? {
        let name = test.split(separator: "/").last.map(String.init) ?? test
        let folder = test.dropLast(name.count)
        if let named { return named.hasPrefix("/") ? named : folder + named }
        for ending in PolicyTest.endings where name.hasSuffix(".test" + ending) {
            return folder + name.dropLast(".test".count + ending.count) + ending
        }
        return nil
    }

    package static let endings = [".yaml", ".yml", ".json"]

    /// Decides all cases, in the order written.
    ///
    /// - Parameter limit: How many facts may be told, in all cases together.
    /// - Throws: ``Diagnostics`` where the policy is wrong, or what is told and expected of it;
    ///   ``UnreadablePolicy`` where it cannot be read.
    package func run(atMost limit: Int = Limits.nodes) async throws -> [TestedCase] {
        let bound = try policies(atMost: limit)
        let reports = await allStartedHere(bound.count) { await bound[$0].check() }
        var tested: [TestedCase] = []
        var found: [Diagnostic] = []
        for (syntax, report) in zip(cases, reports) {
            do throws(Diagnostics) {
                tested.append(try TestedCase(syntax, report))
            } catch {
                found += error.all
            }
        }
        if let problems = Diagnostics(found) { throw problems }
        return tested
    }

    /// The policy of each case, bound to the case's host.
    private func policies(atMost limit: Int) throws -> [Policy] {
        var read: [[String: Setting]: PolicySyntax] = [:]
        let hosts = try hosts(atMost: limit)
        return try zip(cases, hosts).map { one, host in
            let known = try read[one.settings] ?? policy(setting: one.settings)
            read[one.settings] = known
            return try Policy(known, on: host)
        }
    }

    /// What is wrong with the facts that all cases share is told once.
    private func hosts(atMost limit: Int) throws(Diagnostics) -> [Host] {
        var hosts: [Host] = []
        var found: [Diagnostic] = []
        var known: Set<Diagnostic> = []
        var count = 0
        for one in cases {
            let reader = FactReader()
            if let given = one.given { reader.read(given) }
            hosts.append(.inMemory(reader.facts))
            found += (reader.problems.found?.all ?? []).filter { known.insert($0).inserted }
            count += reader.count
            if found.count > Limits.diagnostics { break }
            guard count <= limit else { throw Diagnostics(.tooManyFacts(one, limit)) }
        }
        if let problems = Diagnostics(found) { throw problems }
        return hosts
    }

    /// With the same result everywhere: no variable of the environment is read.
    private func policy(setting settings: [String: Setting]) throws -> PolicySyntax {
        let vocabulary = Catalogue<Subject>.linux.vocabulary
        var reader = PolicyReader(vocabulary: vocabulary, environment: .empty)
        return try reader.policy(at: policy, setting: settings, areShared: false)
    }
}

extension Policy {
    /// A policy that asks about some host.
    init(_ syntax: PolicySyntax, on host: Host) throws(Diagnostics) {
        try self.init(syntax, to: .linux(on: host)) { $0 == .current ? nil : $0.description }
    }
}

extension Diagnostic {
    fileprivate static func tooManyFacts(_ one: TestCaseSyntax, _ limit: Int) -> Self {
        Self(
            "too-many-facts",
            at: one.name.location,
            "up to this case more than \(limit) facts are told",
            help: "tell less in what all cases share, or make two tests of it"
        )
    }
}
