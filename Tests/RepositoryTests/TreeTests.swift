import Foundation
import Testing

@Suite struct `Repository tree` {
    @Test func `Each policy has a folder of its name and begins with a comment`() throws {
        let folders = try Repository.names(in: "policies")

        #expect(folders.count >= 5)
        for folder in folders {
            let text = try Repository.text("policies/\(folder)/\(folder).yaml")
            #expect(text.hasPrefix("# "), "policies/\(folder)/\(folder).yaml")
            #expect(text.contains("\nname: \(folder)\n"), "policies/\(folder)/\(folder).yaml")
        }
    }

    @Test(arguments: [".build/", "Package.resolved"])
    func `Git ignores build products`(path: String) throws {
        let ignored = try Repository.text(".gitignore").split(separator: "\n")

        #expect(ignored.contains { $0 == path })
    }

    @Test func `The changelog has a section for unreleased changes`() throws {
        #expect(try Repository.text("CHANGELOG.md").contains("\n## [Unreleased]\n"))
    }

    @Test func `Each decision is numbered and has at most 20 lines`() throws {
        let decisions = try Repository.names(in: "docs/decisions")

        #expect(decisions.count >= 3)
        for (index, name) in decisions.enumerated() {
            #expect(name.hasPrefix(String(format: "%04d-", index + 1)), "\(name)")
            let text = try Repository.text("docs/decisions/\(name)")
            #expect(text.split(separator: "\n").count <= 20, "\(name)")
        }
    }

    @Test func `The steps of CI are executable programs`() throws {
        for name in try Repository.names(in: "scripts") where !name.hasPrefix("__") {
            let path = Repository.root.path + "/scripts/" + name
            #expect(FileManager.default.isExecutableFile(atPath: path), "scripts/\(name)")
        }
    }

    @Test func `Each place that the architecture page names exists`() throws {
        let page = try Repository.text("docs/architecture.md")
        let prose = page.split(separator: "```").enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        let places = prose.matches(of: /`([\w+.\/-]+\/[\w+.-]+|[\w+]+\.swift)`/).map(\.1)
        let missing = places.filter { place in
            !Repository.sources.contains { "/\($0.path)/".contains("/\(place)/") }
                && ["", "Sources/"].allSatisfy {
                    let path = Repository.root.path + "/" + $0 + place
                    return !FileManager.default.fileExists(atPath: path)
                }
        }

        #expect(places.count > 30)
        #expect(missing == [])
    }

    @Test func `The page on the policy format explains every kind of problem`() throws {
        let page = try Repository.text("docs/policy-format.md")
        let rules = try Repository.text(
            "Sources/PolicyLanguage/Diagnostics/LanguageRule.swift"
        )
        let ids = rules.matches(of: /case \w+ = "([a-zA-Z0-9-]+)"/).map(\.1)

        #expect(ids.count > 30)
        #expect(ids.filter { !page.contains("`\($0)`") } == [])
    }
}
