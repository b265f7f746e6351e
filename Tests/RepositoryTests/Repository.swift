import Foundation

/// The tree that these tests were built from.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every Swift file under `Sources/`, in the order of their paths.
    static let sources: [SourceFile] = {
        let paths = FileManager.default.enumerator(atPath: root.path + "/Sources")
        let names = (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        return names.sorted().map(SourceFile.init)
    }()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the text of every Swift file below a folder, in the order of their paths.
    static func texts(under folder: String) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: root.path + "/" + folder)
        let names = (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        return try names.sorted().map { try text(folder + "/" + $0) }
    }

    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder).sorted()
    }
}

/// A file under `Sources/`.
struct SourceFile {
    /// The path, such as `LinuxSystem/Files/FileCalls.swift`.
    let path: String
    let lines: [String]

    init(path: String) {
        self.path = path
        // A file that cannot be read has no lines. The test `every source file is read` then fails.
        let text = try? Repository.text("Sources/" + path)
        lines =
            text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    var target: String { String(path.prefix { $0 != "/" }) }

    /// The modules that the file imports in any form.
    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), !line.hasPrefix(" "),
                words[..<index].allSatisfy({ $0.first == "@" || Self.accessLevels.contains($0) })
            else { return nil }
            return words.last.map { String($0.prefix { $0 != "." }) }
        }
    }

    private static let accessLevels: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]

    /// Returns the text of a line without its comment.
    static func code(_ line: String) -> String {
        guard let comment = line.range(of: "//") else { return line }
        return String(line[..<comment.lowerBound])
    }
}
