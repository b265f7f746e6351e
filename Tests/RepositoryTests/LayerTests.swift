import Foundation
import Testing

@Suite struct `The layers` {
    @Test func `All source files are found and can be read`() {
        #expect(Repository.sources.count > 100)
        #expect(Repository.sources.filter { $0.lines.isEmpty }.map(\.path) == [])
    }

    @Test(arguments: ["Glibc", "CLinux", "CLibcap", "CSystemd", "CYAML"])
    func `Only LinuxSystem imports C modules`(module: String) {
        let importers = Repository.sources.filter { $0.imports.contains(module) }

        #expect(Set(importers.map(\.target)) == ["LinuxSystem"])
    }

    /// Start-up time and program size depend on this.
    @Test(arguments: ["Foundation", "FoundationNetworking", "Dispatch"])
    func `No shipped source imports Foundation or Dispatch`(module: String) {
        let importers = Repository.sources.filter { $0.imports.contains(module) }

        #expect(importers.map(\.path) == [])
    }

    @Test func `Only the program imports FoundationEssentials`() {
        let importers = Repository.sources.filter { $0.imports.contains("FoundationEssentials") }

        #expect(Set(importers.map(\.target)) == ["WarrantCLI"])
    }

    @Test func `The root modules do not import one another`() {
        let roots: Set = ["LinuxSystem", "AccessModel", "Procedures", "PolicyLanguage"]
        let joined = Repository.sources.filter { file in
            roots.contains(file.target) && !roots.isDisjoint(with: file.imports)
        }

        #expect(joined.map(\.path) == [])
    }

    @Test(arguments: ["Kernel", "Text"])
    func `A module that every root shares imports nothing`(module: String) {
        let importing = Repository.sources.filter { $0.target == module && !$0.imports.isEmpty }

        #expect(importing.map(\.path) == [])
    }

    @Test func `The engine and the language do not import Kernel`() {
        let importing = Repository.sources.filter { file in
            ["Procedures", "PolicyLanguage", "Text"].contains(file.target)
                && file.imports.contains("Kernel")
        }

        #expect(importing.map(\.path) == [])
    }

    /// A combining mark after a `/` forms one character with it, which such a call does not recognize as a `/`.
    @Test(arguments: ["hasPrefix", "hasSuffix", "split", "lastIndex", "firstIndex"])
    func `Paths are split by bytes`(call: String) {
        let apart = Repository.sources.filter { file in
            file.lines.contains { line in
                line.contains("\(call)(") && line.contains("\"/\"") && !line.contains("UInt8(ascii")
            }
        }
        // These texts are not paths: a text that is no endpoint, a name that no unit has, and systemd's name of a job.
        let others: Set = ["Endpoint.swift", "InvalidUnitName.swift", "UnitJob.swift"]

        #expect(apart.map(\.path).filter { path in !others.contains { path.hasSuffix($0) } } == [])
    }

    @Test func `Only the module Text uses categories of characters`() {
        let asking = Repository.sources.filter { file in
            file.target != "Text" && file.lines.contains { $0.contains(".generalCategory") }
        }

        // The codec asks which names need no quotes in a line of a test.
        #expect(asking.map { $0.path.split(separator: "/").last } == ["AccountCodec.swift"])
    }
}

@Suite struct `Package.swift` {
    @Test(arguments: [
        ".strictMemorySafety()", "\"ExistentialAny\"", "\"InternalImportsByDefault\"",
        "\"MemberImportVisibility\"", "\"NonisolatedNonsendingByDefault\"",
        ".treatAllWarnings(as: .error)",
    ])
    func `The manifest gives each setting to every target in one loop`(setting: String) throws {
        let manifest = try Repository.text("Package.swift")
        let loop = try #require(
            manifest.range(of: "for target in package.targets where target.type != .system {")
        )
        let warnings = try #require(manifest.range(of: "let warnings: [SwiftSetting]"))

        #expect(manifest[warnings.lowerBound...].contains(setting))
        #expect(manifest[loop.upperBound...].contains("] + warnings"))
    }

    @Test func `The manifest sets nothing for one target alone`() throws {
        let manifest = try Repository.text("Package.swift")

        #expect(manifest.components(separatedBy: "swiftSettings").count == 2)
    }

    @Test func `The manifest has a target for every folder of sources`() throws {
        let manifest = try Repository.text("Package.swift")
        let missing = try Repository.names(in: "Sources").filter {
            !manifest.contains("name: \"\($0)\"")
        }

        #expect(missing == [])
    }
}
