import TestSupport
import Testing

/// Directories of a service that exist already. systemd gives everything in them to its user, see chown-recursive.c.
@Suite struct `A directory that a service gets` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "web.service",
            "[Service]\nExecStart=/bin/true\nUser=nobody\nStateDirectory=web\n"
        )
    }

    private func ask(_ word: String, _ path: String, after script: String) async throws -> Ended {
        try await folder.inNamespaces(
            """
            mount -t tmpfs -o mode=755 new /var/lib; mkdir -p /var/lib/web
            install -m 600 /dev/null /var/lib/web/secret; \(script)
            exec "$1" can --unit-file web.service \(word) \(path)
            """
        )
    }

    @Test(arguments: [
        ("read", "/var/lib/web/secret", "true", 0),
        // The file has an owner, and not the name.
        ("read", "/var/lib/link", "ln /var/lib/web/secret /var/lib/link", 0),
        ("read", "/var/lib/other", "install -m 600 /dev/null /var/lib/other", 1),
        ("create", "/var/lib/web/new", "true", 0),
        // A new owner takes an access list, and the capabilities of a program.
        ("read", "/var/lib/web/secret", "setfacl -m u:nobody:- /var/lib/web/secret", 0),
        ("execute", "/var/lib/web/program", "cp /bin/true /var/lib/web/program", 2),
    ])
    func `What is in it belongs to the user`(
        word: String,
        path: String,
        script: String,
        status: Int
    ) async throws {
        let ended = try await ask(word, path, after: script)
        #expect(ended.status == status, "\(ended)")
    }

    /// systemd removes access lists from each file, also if it has the owner and no list.
    @Test(arguments: [
        "mkdir /var/lib/web/a; mount -t tmpfs -o ro,uid=65534,gid=65534 new /var/lib/web/a",
        "touch /var/lib/web/a; chown 65534:65534 /var/lib/web/a; chattr +i /var/lib/web/a",
    ])
    func `A file that cannot be changed stops the start`(script: String) async throws {
        let ended = try await ask("read", "/var/lib/web/secret", after: script)
        #expect(ended.status == 2, "\(ended)")
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("status 238/STATE_DIRECTORY: `/var/lib/web/a` cannot be"),
            "\(ended)"
        )
    }
}
