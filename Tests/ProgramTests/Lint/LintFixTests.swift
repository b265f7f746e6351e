import Foundation
import TestSupport
import Testing

@Suite struct `Repair of a policy` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("web.yaml", Self.before, mode: 0o640)
    }

    static let before = """
        # a web server
        warrant: 1
        name: web
        summary: s
        require:
          - any:
              - read: /etc//web.conf  # its configuration
          - capability: cap_kill
          - read: /tmp/x

        """
    static let after = """
        # a web server
        warrant: 1
        name: web
        summary: s
        require:
          - read: /etc/web.conf  # its configuration
          - capability: CAP_KILL
          - read: /tmp/x

        """
    static let left = """
        web.yaml:8:11: warning: any user can create `/tmp/x` first: all may write `/tmp`; \
        use a directory of the service's own, such as `RuntimeDirectory=` makes \
        [world-writable-parent]

        """

    private func text(_ name: String = "web.yaml") throws -> String {
        try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
    }

    private func stat(_ format: String) async throws -> String {
        try await folder.run(["stat", "--format", format, "web.yaml"]).output
    }

    @Test func `Safe repairs are written, and other findings are reported`() async throws {
        let ended = try await folder.warrant("lint", "--fix", "web.yaml")
        #expect(
            ended == Ended(1, output: Self.left + "4 findings in 1 policy, 3 repaired, 1 left\n")
        )
        #expect(try text() == Self.after)
        #expect(try await folder.warrant("lint", "--fix", "web.yaml").status == 1)
        #expect(try text() == Self.after)
    }

    @Test func `A repair keeps owner, group, mode and access list`() async throws {
        let setting = "chown 7:8 web.yaml && chmod 0604 web.yaml && setfacl -m u:9:rw web.yaml"
        #expect(try await folder.run(["sh", "-c", setting]) == Ended(0))
        let list = try await folder.run(["getfacl", "--numeric", "web.yaml"]).output
        let facts = try await stat("%u:%g %a")

        _ = try await folder.warrant("lint", "--fix", "web.yaml")

        #expect(try text() == Self.after)
        #expect(try await stat("%u:%g %a") == facts)
        #expect(facts == "7:8 664\n")
        #expect(try await folder.run(["getfacl", "--numeric", "web.yaml"]).output == list)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.contains("warrant-") || $0.contains("yaml") } == ["web.yaml"])
    }

    @Test func `A repaired file inherits no default access list`() async throws {
        #expect(try await folder.run(["setfacl", "-d", "-m", "u:9:rw", "."]) == Ended(0))
        let list = try await folder.run(["getfacl", "--numeric", "web.yaml"]).output

        _ = try await folder.warrant("lint", "--fix", "web.yaml")

        #expect(try text() == Self.after)
        #expect(try await folder.run(["getfacl", "--numeric", "web.yaml"]).output == list)
    }

    @Test func `The option --dry-run shows a patch and writes nothing`() async throws {
        let node = try await stat("%i %Y")
        let ended = try await folder.warrant("lint", "--fix", "--dry-run", "web.yaml")
        #expect(ended.status == 1)
        #expect(
            ended.output == """
                --- web.yaml
                +++ web.yaml
                @@ -3,7 +3,6 @@
                 name: web
                 summary: s
                 require:
                -  - any:
                -      - read: /etc//web.conf  # its configuration
                -  - capability: cap_kill
                +  - read: /etc/web.conf  # its configuration
                +  - capability: CAP_KILL
                   - read: /tmp/x
                4 findings in 1 policy, 3 that --fix repairs

                """
        )
        #expect(try text() == Self.before)
        #expect(try await stat("%i %Y") == node)
        try folder.file("fix.diff", ended.output)
        #expect(
            try await folder.run(["patch", "--input", "fix.diff"])
                == Ended(0, output: "patching file web.yaml\n")
        )
        #expect(try text() == Self.after)
    }

    /// File names and line ends of various kinds.
    @Test(arguments: [
        ("a b.yaml", "a b.yaml\t"), ("ä.yaml", "ä.yaml"),
        ("a\u{1B}[31mx.yaml", #""a\033[31mx.yaml""#), ("\"\\\n\t", #""\"\\\012\011""#),
        ("\u{202E}é", #""\342\200\256é""#),
    ])
    func `The commands patch and git apply accept the shown diff`(name: String, shown: String)
        async throws
    {
        let before = Self.before.replacing("\n", with: "\r\n")
        for tool in ["git apply -p0", "patch --binary -p0 --input"] {
            try folder.file(name, before)
            let ended = try await folder.warrant("lint", "--fix", "--dry-run", name)
            #expect(ended.output.hasPrefix("--- \(shown)\n+++ \(shown)\n@@ "), "\(ended.output)")
            #expect(ended.output.unicodeScalars.allSatisfy { $0 != "\u{1B}" && $0 != "\u{202E}" })
            // The sum comes after the diff.
            let lines = ended.output.unicodeScalars.split(separator: "\n").dropLast()
            try folder.file("fix.diff", lines.map { String($0) + "\n" }.joined())
            let applied = try await folder.run(["sh", "-c", "\(tool) fix.diff"])
            #expect(applied.status == 0, "\(applied)")
            #expect(try text(name) == Self.after.replacing("\n", with: "\r\n"))
        }
    }

    @Test(arguments: [
        (
            "ln -s web.yaml link.yaml", "link.yaml",
            "it is a symbolic link; name the file that it leads to"
        ),
        (
            "ln web.yaml link.yaml", "web.yaml",
            "it has other names, which would keep the old text; unlink them first"
        ),
    ])
    func `A symbolic link or a file with two names is not repaired`(
        command: String,
        name: String,
        problem: String
    ) async throws {
        #expect(try await folder.run(["sh", "-c", command]) == Ended(0))
        let ended = try await folder.warrant("lint", "--fix", name)
        let line = "\(name): error: cannot write `\(name)`: \(problem)\n"
        #expect(ended.status == 70)
        #expect(ended.output.hasPrefix(line))
        #expect(ended.output.hasSuffix("4 findings in 1 policy, 3 that --fix repairs\n"))
        #expect(try text() == Self.before)
    }

    @Test func `A file that cannot be written stays unchanged`() async throws {
        #expect(try await folder.run(["chattr", "+i", "web.yaml"]) == Ended(0))
        let ended = try await folder.warrant("lint", "--fix", "web.yaml")
        #expect(try await folder.run(["chattr", "-i", "web.yaml"]) == Ended(0))
        let line = "web.yaml: error: cannot write `web.yaml`: Operation not permitted (EPERM)\n"
        #expect(ended.status == 70)
        #expect(ended.output.hasPrefix(line))
        #expect(try text() == Self.before)
    }

    @Test func `An invalid policy stays unchanged`() async throws {
        try folder.file("web.yaml", Self.before + "  - raed: /x\n")
        let ended = try await folder.warrant("lint", "--fix", "web.yaml")
        #expect(ended.status == 65)
        #expect(try text() == Self.before + "  - raed: /x\n")
    }
}
