import Foundation
import Testing

@Suite struct `A word of the policy language` {
    private static var listed: [String] {
        get throws {
            try Repository.text("Sources/Questions/WordTable+Linux.swift")
                .matches(of: /{ \.(\w+) }/).map { String($0.1) }
        }
    }

    @Test func `A word has a file of its name and is in the table`() throws {
        let files = try Repository.names(in: "Sources/Questions/Words").map { name in
            name.prefix(1).lowercased() + name.dropFirst().dropLast(".swift".count)
        }
        #expect(files.count >= 35)
        #expect(try files.sorted() == Self.listed.sorted())
    }

    /// Names with no other meaning occur only in the file of their word. Everything else is generated from it.
    @Test(arguments: [
        "read-write", "open-truncate", "open-create", "read-link", "set-attribute", "set-acl",
        "raw-sockets", "trace-processes", "read-journal", "chgrp",
    ])
    func `A word is named in one source file`(name: String) {
        let places = Repository.sources.filter { file in
            file.lines.contains { SourceFile.code($0).contains("\"\(name)\"") }
        }.map(\.path)
        let file = name.split(separator: "-").map(\.capitalized).joined() + ".swift"
        // The capability uses the same name in reports.
        let capability = "LinuxCapabilities/Files/FileAccess+Action.swift"
        #expect(places.filter { $0 != capability } == ["Questions/Words/\(file)"])
    }
}
