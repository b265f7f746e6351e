import Foundation
import Testing

/// `WarrantProbe` imports only `Warrant`, like a service.
@Suite struct `A service that imports Warrant` {
    @Test func `A service links no lint rule, no solver and no recorder`() throws {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let probe = try Data(contentsOf: folder.appending(path: "WarrantProbe"))

        #expect(probe.range(of: Data("8Policies".utf8)) != nil)
        for name in [
            "PolicyAuthoring", "LintRule", "CounterexampleSearch", "HostRecorder", "RecordedTest",
        ] {
            #expect(probe.range(of: Data(name.utf8)) == nil, "\(name)")
        }
    }

    @Test func `A service depends only on the targets that it needs`() throws {
        let manifest = try Repository.text("Package.swift")
        var closure: Set<String> = []
        var next = ["Warrant"]
        while let name = next.popLast() {
            guard closure.insert(name).inserted else { continue }
            next += try Self.dependencies(of: name, in: manifest)
        }

        #expect(closure.isSuperset(of: ["Policies", "Questions", "Procedures", "LinuxSystem"]))
        #expect(
            closure.isDisjoint(
                with: ["PolicyAuthoring", "WarrantCLI", "WarrantObservability", "WarrantTesting"]
            )
        )
    }

    private static func dependencies(of target: String, in manifest: String) throws -> [String] {
        guard
            let start = manifest.firstMatch(of: try Regex("arget\\([^\n]*\\s*name: \"\(target)\"")),
            case let rest = manifest[start.range.upperBound...],
            let end = rest.range(of: "arget(")?.lowerBound,
            let list = rest[..<end].firstMatch(of: /dependencies: \[([^\]]*)\]/)
        else { return [] }
        return list.1.matches(of: /"(\w+)"/).map { String($0.1) }
    }
}
