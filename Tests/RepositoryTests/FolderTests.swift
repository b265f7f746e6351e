import Foundation
import Testing

@Suite struct `The folders of a target` {
    private static let targets: [String: [(path: String, names: DeclaredNames)]] = {
        let files = Repository.sources.map { file in
            let path = String(file.path.dropFirst(file.target.count + 1))
            let names = DeclaredNames(file.lines.joined(separator: "\n"))
            return (target: file.target, path: path, names: names)
        }
        return Dictionary(grouping: files, by: \.target)
            .mapValues { $0.map { ($0.path, $0.names) } }
    }()

    @Test(arguments: targets.keys.sorted())
    func `The folders of a target have no circular dependency`(target: String) {
        let graph = FolderGraph(Self.targets[target] ?? [])

        #expect(graph.circles.isEmpty, "\(graph.links.joined(separator: "\n"))")
    }

    @Test(arguments: targets.keys.sorted())
    func `Each file is named for something that it declares`(target: String) {
        let misnamed = (Self.targets[target] ?? []).filter { !Self.isNamed($0.path, for: $0.names) }

        #expect(misnamed.isEmpty, "\(misnamed.map(\.path).joined(separator: ", "))")
    }

    /// Returns whether a file is named `Type.swift`, `function.swift`, or `Type+Idea.swift` for an extension. A file
    /// that only exports other modules declares nothing.
    private static func isNamed(_ path: String, for names: DeclaredNames) -> Bool {
        if names.titles.isEmpty, names.extended.isEmpty { return true }
        let file = URL(filePath: path).deletingPathExtension().lastPathComponent
        let parts = file.lowercased().split(separator: "+")
        guard let first = parts.first.map(String.init), first != "main" else { return true }
        return names.titles.contains(first) || (parts.count > 1 && names.extended.contains(first))
    }

    @Test(arguments: [
        (["A/One.swift": "struct One { let two: Two }", "B/Two.swift": "struct Two {}"], 0),
        (
            [
                "A/One.swift": "struct One { let two: Two }",
                "B/Two.swift": "public func two(_ one: One) {}\nstruct Two {}",
            ], 2
        ),
        (
            [
                "A/One.swift": "struct One { let two: Two }", "B/Two.swift": "struct Two: Three {}",
                "C/Three.swift": "protocol Three {}\nextension One {}",
            ], 3
        ),
        (
            ["A/One.swift": "struct One: Two {}", "Two.swift": "protocol Two {}\nlet one = One()"],
            2
        ),
        (
            [
                "A/One.swift": "struct One { let two: Two }",
                "B/Two.swift": "// One\nstruct Two { let text = \"One\"; let other: Other.One }",
            ], 0
        ),
        (
            [
                "A/One.swift": "private struct One {}\nlet two: Two",
                "B/Two.swift": "struct Two { struct One {} }",
            ], 0
        ),
    ])
    func `A circular dependency is detected`(sources: [String: String], _ count: Int) {
        let graph = FolderGraph(sources.map { ($0.key, DeclaredNames($0.value)) })

        #expect(graph.circles.count == count)
    }
}
