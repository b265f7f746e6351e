import Kernel
import LinuxSystem
import TestSupport
import Testing

@Suite struct `An access list` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `An access list has the entries that setfacl set`() async throws {
        let path = try folder.file("l", mode: 0o640)
        try await run("setfacl", "--modify", "user:65534:r,group:12:rw", path)
        let bytes = try ExtendedAttributes.value(
            "system.posix_acl_access",
            of: FileCalls.openPlace(path, follow: true),
            by: DescriptorFolder(),
            at: path
        )
        #expect(
            try ListEntry.list(ofAttribute: #require(bytes)) == [
                ListEntry(.owner, [.read, .write]), ListEntry(.user(65534), .read),
                ListEntry(.owningGroup, .read), ListEntry(.group(12), [.read, .write]),
                ListEntry(.mask, [.read, .write]), ListEntry(.other, []),
            ]
        )
    }
}

/// Runs a program to its end, and requires success.
func run(_ command: String...) async throws {
    _ = try await runCommand(command).success(of: command)
}
