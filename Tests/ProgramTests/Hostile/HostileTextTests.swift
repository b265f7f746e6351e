import Foundation
import TestSupport
import Testing
import Text

/// Texts of an attacker that imitate this program's output, at every place where text comes in.
@Suite struct `A hostile text` {
    private static let texts: [String] = {
        var random = SplitMix(seed: 5)
        let fixed = [
            "\n::error file=x::pwned", "\u{9B}31m\u{202E}x", "a\u{1B}]0;t\u{7}\r\nb",
            "\"'\\]]>&<\u{2028}",
            "\u{FFFE}\u{E0041}#|%0A,:",
        ]
        return fixed + (0..<4).map { _ in random.hostileText() }
    }()

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: texts.indices)
    func `Hostile text in a policy is escaped in every report`(index: Int) async throws {
        let text = Self.texts[index].written(in: .yaml)
        let path = "/srv/\(Self.texts[index])".written(in: .yaml)
        try folder.file(
            "p.yaml",
            """
            warrant: 1
            name: \(text)
            summary: \(text)
            parameters: { x: { default: \(text) } }
            require:
              - { read: \(path), because: \(text) }
              - { read: "/srv/${x}", severity: advice }
              - { connect: \("unix:/\(Self.texts[index])".written(in: .yaml)) }
              - any: [{ unit: a.service }, { read: \(path) }]
                when: { not: { read: \(path) } }
            forbid: [{ write: \(path) }]
            """
        )
        try folder.file(
            "p.test.yaml",
            """
            warrant: 1
            policy: p.yaml
            cases:
              - name: \(text)
                given: { files: { \(path): missing } }
                expect: fails
            """
        )
        for arguments in Self.reports {
            try await expectClean([arguments[0], "--format"] + arguments[1...])
        }
        try await expectClean(["test", "p.test.yaml"])
        try await expectClean(["check", "--evidence", "p.yaml"])
        try await expectClean(["record", "p.yaml"])
        try await expectClean(["lint", "--fix", "--dry-run", "p.yaml"])
    }

    private static let reports =
        ["text", "json", "junit", "tap", "sarif", "github", "nagios", "prometheus"].map {
            ["check", $0, "p.yaml"]
        }
        + ["text", "json", "sarif", "github"].map { ["lint", $0, "p.yaml"] }
        + ["table", "tree", "dot", "svg"].map { ["show", $0, "p.yaml"] }
        + [["compare", "json", "p.yaml", "p.yaml"], ["test", "json", "p.test.yaml"]]

    @Test(arguments: texts.indices)
    func `A hostile file name is escaped in every report`(index: Int) async throws {
        let name = Self.texts[index].replacing("/", with: "_") + ".yaml"
        try folder.folder("named")
        try folder.file("named/\(name)", "warrant: 1\nname: x\nrequire: [{ read: /a/../b }]\n")
        try folder.file("named/wrong \(name)", "warrant: 1\nname: x\nrequire: [{ raed: /a }]\n")
        for format in ["text", "json", "junit", "tap", "sarif", "github", "nagios", "prometheus"] {
            try await expectClean(["check", "--format", format, "named"])
        }
        for format in ["text", "json", "sarif", "github"] {
            try await expectClean(["lint", "--format", format, "named"])
        }
        for format in ["text", "json"] {
            try await expectClean(["can", "--list", "--format", format, folder.path(of: "named")])
        }
        try await expectClean(["show", "named/wrong \(name)"])
        try folder.change("named/\(name)", mode: 0o666)
        try await expectClean(["check", "named/\(name)"])
    }

    @Test(arguments: texts.indices)
    func `A hostile argument is escaped in every answer`(index: Int) async throws {
        let text = Self.texts[index]
        try folder.file(
            "p.yaml",
            "warrant: 1\nname: x\nparameters: { x: { type: port, default: 1 } }\n"
                + "require: [{ bind: 'tcp:${x}' }]\n"
        )
        for arguments in [
            [text], ["--\(text)"], ["-\(text)"], ["check"], ["check", "--format", text, "p.yaml"],
            ["check", "--\(text)", "p.yaml"], ["check", "--set", text, "p.yaml"],
            ["check", "--set", "x=\(text)", "p.yaml"], ["check", "--set=\(text)=1", "p.yaml"],
            ["lint", "--format", "github", "--set", "x=\(text)", "p.yaml"], ["can", text, "/x"],
            ["show", "--set", "x=\(text)", "p.yaml"], ["can", "read", "/\(text)"],
            ["can", "read", "--format", "json", "/\(text)"], ["can", "read", "/x", "--as", text],
            ["can", "read", "/x", "--pid", text], ["can", "read", "/x", "--unit", text],
            ["can", "unit", text], ["can", "resolve", text], ["can", "connect", text],
            ["can", "create", "/x", text], ["can", "capability", text], ["who-can", "read", text],
            ["who-can", text, "/x"], ["new", "service", text], ["new", "--from-unit", text],
            ["test", text], ["compare", text, "p.yaml"], ["help", text], ["schema", text],
            ["can", "read", "/x", "--within", text], ["record", text],
        ] { try await expectClean(arguments) }
    }

    @Test(arguments: texts.indices)
    func `Hostile text in a batch is escaped in its answers`(index: Int) async throws {
        let text = Self.texts[index]
        let id = String(text.unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init))
            .replacing("\\", with: "").replacing("\"", with: "")
        try folder.file(
            "lines",
            """
            {"id":"\(id)","subject":{},"action":"read","object":\("/\(text)".written(in: .json))}
            {"id":\(text.written(in: .json)),"action":\(text.written(in: .json)),"object":"/"}
            {"\(id)":1}

            """
        )
        let ended = try await folder.run([
            TemporaryFolder.program, "can", "--batch", "lines",
        ])
        expectClean(ended, "--batch")
        for line in ended.output.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        #expect(ended.output.split(separator: "\n").count == 3)
    }

    private func expectClean(_ arguments: [String]) async throws {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        let words = "\(arguments)"
        expectClean(ended, words)
        #expect((0...3).contains(ended.status) || (64...70).contains(ended.status), "\(words)")
        guard ended.status < 64, let format = arguments.firstIndex(of: "--format") else { return }
        try await expectWhole(ended.output, arguments[format + 1], words)
    }

    private func expectClean(_ ended: Ended, _ words: String) {
        let hidden = (ended.output + ended.errors).unicodeScalars.filter {
            $0.isHidden && $0 != "\n"
        }
        #expect(hidden.isEmpty, "\(words): \(ended)")
        let lines = ended.output.split(separator: "\n") + ended.errors.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("::error file=x::") }, "\(words): \(ended)")
    }

    /// Parses the report like a reader of its format.
    private func expectWhole(_ report: String, _ format: String, _ words: String) async throws {
        switch format {
        case "json", "sarif":
            for document in words.contains("--list") ? report.split(separator: "\n") : [report[...]]
            {
                #expect(throws: Never.self, "\(words): \(document)") {
                    try JSONSerialization.jsonObject(with: Data(document.utf8))
                }
            }
        case "junit", "svg":
            try folder.file("report.xml", report)
            let program = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
            let read = try await folder.run(["python3", "-c", program, "report.xml"])
            #expect(read.status == 0, "\(words): \(read.errors)")
        case "github":
            for line in report.split(separator: "\n") {
                let command = #/^::(error|warning) file=[^:,]*(,line=\d+,col=\d+,title=[^:,]+)?::/#
                #expect(line.contains(command), "\(line)")
            }
        case "prometheus":
            for line in report.split(separator: "\n") where !line.hasPrefix("#") {
                // A combining mark and a quote form one character.
                let series = #/^[a-z_]+(\{([a-z]+="([^"\\]|\\["\\])*",?)+\})? \d+$/#
                    .matchingSemantics(.unicodeScalar)
                #expect(line.contains(series), "\(line)")
            }
        case "tap":
            let points = report.split(separator: "\n").filter { $0.contains(#/^(not )?ok \d+ - /#) }
            #expect(report.contains("\n1..\(points.count)\n"), "\(words)")
        default: break
        }
    }
}
