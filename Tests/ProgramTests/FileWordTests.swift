import TestSupport
import Testing

@Suite struct `Words for the use of a file` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("team", mode: 0o660)
        try folder.link("link", to: "team")
        try folder.folder("shared")
        try folder.file("script", "#!/bin/sh\n", mode: 0o755)
        try folder.file("text", "no program", mode: 0o755)
    }

    @Test(arguments: [
        ("read", "team", 0, ""),
        ("write", "team", 0, ""),
        ("execute", "script", 0, ""),
        ("read", "shared", 0, ""),
        ("execute", "text", 1, "is not a program that this kernel can run"),
        ("read", "link", 0, ""),
        ("read", "missing", 1, "does not exist"),
        ("read", "team/x", 1, "FOLDER/team is not a directory"),
        ("execute", "shared", 1, "is a directory, which cannot be executed"),
    ])
    func `Each use of a file is judged for root`(
        action: String,
        name: String,
        status: Int,
        message: String
    ) async throws {
        try await expect(action, name, by: .root, status, message)
    }

    @Test(arguments: [
        ("read", "team", 1, "0660 `root:root`, and user `nobody` is not in group `root`"),
        ("write", "team", 1, "0660 `root:root`, and user `nobody` is not in group `root`"),
        ("execute", "script", 0, ""),
    ])
    func `Each use of a file is judged for user nobody`(
        action: String,
        name: String,
        status: Int,
        message: String
    ) async throws {
        try await expect(action, name, by: .nobody, status, message)
    }

    @Test func `Writing to a directory suggests a question about a new file in it`() async throws {
        let path = folder.path(of: "shared")
        try folder.policy("write: \(path)")
        let commands = [
            ["can", "write", path], ["can", "create", path], ["check", "policy.yaml"],
        ]
        for command in commands {
            let ended = try await folder.run([TemporaryFolder.program] + command)
            #expect(ended.status == 1)
            let words = ended.output.split { " \n".contains($0) }.joined(separator: " ")
            let help = "to ask about new files in it, use `create \(path)/new`"
            let why = command[1] == "create" ? "exists already" : "is a directory"
            #expect(words.contains("\(why); \(help)"), "\(ended)")
        }
    }

    @Test func `A use follows a symbolic link unless follow is false`() async throws {
        let path = folder.path(of: "link")
        try await folder.expect("read: \(path), follow: true", 0, "  ✓ read \(path)")
        let refused = "  ✗ read \(path) (follow: false)"
        try await folder.expect("read: \(path), follow: false", 1, refused)
        let ended = try await folder.warrant("can", "read", path, "--no-follow")
        #expect(ended.status == 1)
    }

    /// To that root, `..` leads into the mount that covers it. The slash at the beginning leads below the mount.
    @Test(arguments: [("/../new", 2), ("/etc/../../new", 2), ("/etc/../new", 2), ("/new", 0)])
    func `A path above a root covered by a mount is not known`(
        path: String,
        status: Int
    ) async throws {
        let script = #"mount -t tmpfs -o ro none / && exec "$1" can create \#(path)"#
        let ended = try await folder.inNamespaces(script)
        #expect(ended.status == status, "\(ended)")
        let why = "/ may be covered by a mount, into which `..` leads"
        #expect(ended.output.contains(why) == (status == 2))
    }

    @Test func `Control characters in a path are escaped in the report`() async throws {
        try await folder.expect(
            #"read: "/\e[31mred\n\u202Eb""#,
            1,
            #"  ✗ read /\u{1b}[31mred\n\u{202e}b   does not exist"#
        )
    }

    private func expect(
        _ action: String,
        _ name: String,
        by caller: Caller,
        _ status: Int,
        _ message: String
    ) async throws {
        let path = folder.path(of: name)
        let why = message.replacing("FOLDER", with: folder.path)
        let lines = finding(status, "\(action) \(path)", why)
        try await folder.expect("\(action): \(path)", by: caller, status, lines)
    }
}
