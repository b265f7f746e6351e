import Foundation
import Testing

@Suite struct `The installed documentation` {
    /// The places of the files that `Packaging/files` lists, by their paths in the tree. `scripts/package` reads the
    /// list in the same way.
    private static func places() throws -> [String: String] {
        var places: [String: String] = [:]
        for line in try Repository.text("Packaging/files").split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard !line.hasPrefix("#"), words.count == 2 else { continue }
            for file in try files(words[0]) {
                let name = String(file.split(separator: "/").last ?? "")
                let rest = file.dropFirst(words[0].count)
                places[file] = words[1].hasSuffix("/") ? words[1] + name : words[1] + rest
            }
        }
        return places
    }

    /// Returns the files of a line: a file, a pattern of names in a directory, or a directory with all that is in it.
    private static func files(_ source: String) throws -> [String] {
        let folder = source.split(separator: "/").dropLast().joined(separator: "/")
        if let star = source.firstIndex(of: "*") {
            let (start, end) = (source[..<star], source[star...].dropFirst())
            return try Repository.names(in: folder).map { "\(folder)/\($0)" }
                .filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
        }
        let paths = FileManager.default.enumerator(atPath: Repository.root.path + "/" + source)
        let names = paths?.compactMap { $0 as? String } ?? []
        return names.isEmpty ? [source] : names.map { "\(source)/\($0)" }
    }

    private static func links(of page: String) throws -> [String] {
        let folder = URL(filePath: "/" + page).deletingLastPathComponent()
        return try Repository.text(page).matches(of: /\]\(([^)#\s]+)/).map { String($0.1) }
            .filter { !$0.contains(":") }
            .map { String(folder.appending(path: $0).standardizedFileURL.path().dropFirst()) }
    }

    @Test func `No link of an installed page leads to a file that is not installed`() throws {
        let places = try Self.places()
        let pages = places.keys.filter { $0.hasSuffix(".md") }
        #expect(pages.count > 30)
        for page in pages.sorted() {
            for link in try Self.links(of: page) {
                let isInstalled =
                    places[link] != nil || places.keys.contains { $0.hasPrefix(link + "/") }
                #expect(isInstalled, "\(page) links \(link)")
            }
        }
    }

    /// The page about the architecture is for those who change Warrant.
    @Test func `Each page of docs that the README names is installed`() throws {
        let places = try Self.places()
        for link in try Self.links(of: "README.md") where link.hasPrefix("docs/") {
            let isInstalled =
                places[link] != nil || places.keys.contains { $0.hasPrefix(link + "/") }
            #expect(isInstalled || link == "docs/architecture.md", "\(link)")
        }
    }
}
