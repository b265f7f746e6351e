import Capabilities
import Glibc
import LinuxCapabilities
import TestSupport
import Testing

/// Tests with a process that has its own journal and its own machine id.
@Suite struct `Updates of access to the journal` {
    private static let scene = """
        mount -t tmpfs none /mnt
        mount -t tmpfs none /run
        mount -t tmpfs none /var/log
        echo 0123456789abcdef0123456789abcdef >/mnt/id
        mount --bind /mnt/id /etc/machine-id
        exec setpriv --reuid 4001 --regid 4001 --clear-groups cat
        """

    @Test func `Updates report changes of the journal's files and machine id`() async throws {
        try #require(getuid() == 0, "root is needed to mount")
        let command = ["unshare", "--mount", "--propagation", "private"]
        try await withChild(command + ["sh", "-euc", Self.scene]) { child in
            let root = "/proc/\(child.pid)/root"
            let access = JournalAccess(.system, as: .process(pid: child.pid))
            let audience = Audience(access.updates)
            await audience.isTold(try await access.authorizationStatus())
            var answers: [Bool] = []
            for (name, script) in Self.changes {
                let before = try await access.authorizationStatus()
                try shell("cd \(root) && \(script)")
                let after = try await access.authorizationStatus()
                #expect(before != after, "\(name)")
                await audience.isTold(after)
                answers.append(after.verdict.isAuthorized)
            }
            #expect(answers == [false, true, false, true, false, true, false])
            #expect(await audience.leave() == nil)
        }
    }

    private static let folder = "run/log/journal/0123456789abcdef0123456789abcdef"
    private static let changes: [(String, String)] = [
        ("make it", "mkdir -p \(folder) && install -m 640 /dev/null \(folder)/system.journal"),
        ("chmod", "chmod 644 \(folder)/system.journal"),
        ("the folder", "chmod 711 \(folder)"),
        ("its access list", "setfacl -m u:4001:rx \(folder)"),
        ("another machine", "echo fedcba9876543210fedcba9876543210 >mnt/id"),
        ("the same again", "echo 0123456789abcdef0123456789abcdef >mnt/id"),
        ("rotation", "mv \(folder)/system.journal \(folder)/system@1.journal"),
    ]

    private func shell(_ script: String) throws {
        try #require(unsafe system(script) == 0, "\(script)")
    }
}
