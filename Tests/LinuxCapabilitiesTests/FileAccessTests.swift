import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `File access` {
    private static let path = "/srv/key"
    private static let regular = Place(.regular, mode: 0o644, uid: 0, gid: 0)

    /// Returns a host on which user 7 asks.
    private static func host(
        _ files: [String: HostFacts.File],
        _ kernel: FileLook? = nil
    ) -> Host {
        .whole { facts in
            facts.own = ThreadCredentials(thread: 1, user: 7, group: 7)
            facts.own?.secureBits = []
            facts.users["web"] = SubjectAccount(user: 7, groups: [7])
            for (path, file) in files { facts.describe(file, at: path) }
            facts.kernelAnswer = kernel.map { .always($0) } ?? .none
            facts.securityModules = ["landlock"]
        }
    }

    private static func verdict(
        _ action: FileAccess.Action,
        _ files: [String: HostFacts.File],
        _ kernel: FileLook? = nil
    ) async -> Verdict {
        await FileAccess(action, path, on: host(files, kernel)).verdict()
    }

    private static func reached(_ refusal: Errno?) -> FileLook {
        .reached(FileFacts(kind: .regular, mode: 0o644, uid: 0, gid: 0), refusal: refusal)
    }

    private static let no = [
        Errno.EACCES, .EPERM, .EROFS, .ENOENT, .ENOTDIR, .ELOOP, .ENAMETOOLONG, .EISDIR, .ENXIO,
        .ETXTBSY,
    ]

    @Test(arguments: Array(1...133 as ClosedRange<Int32>))
    func `An error of the kernel never yields authorized`(code: Int32)
        async
    {
        let stop = SystemError("open(2)", Self.path, code: code)
        let verdict = await Self.verdict(.read, [Self.path: .init(Self.regular)], .stopped(stop))
        #expect(!verdict.isAuthorized)
        if case .denied = verdict { #expect(Self.no.contains(stop.errno)) }
    }

    @Test(arguments: [Errno.EIO, .ETIMEDOUT, .ENOSYS, .EBUSY])
    func `An inconclusive error of the kernel is undetermined`(code: Errno) async {
        let verdict = await Self.verdict(
            .read,
            [Self.path: .init(Self.regular)],
            Self.reached(code)
        )
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(
            reasons.map(\.message) == ["the kernel gave no answer: \(code.text) (\(code.name))"]
        )
    }

    @Test func `A denial by the kernel alone names possible causes`() async {
        let verdict = await Self.verdict(
            .read,
            [Self.path: .init(Self.regular)],
            Self.reached(.EACCES)
        )
        guard case .denied(let reasons) = verdict else {
            Issue.record("expected a denial, got \(verdict)")
            return
        }
        #expect(
            reasons.map(\.message) == [
                "Permission denied (EACCES), although every known rule permits it; "
                    + "the cause may be a security module (landlock), a file system that decides by "
                    + "itself, or a change meanwhile"
            ]
        )
        #expect(reasons.map(\.basis) == [.kernel])
    }

    @Test func `A yes of the kernel against the rules is undetermined`() async {
        let secret = Place(.regular, mode: 0o600, uid: 0, gid: 0)
        let verdict = await Self.verdict(.read, [Self.path: .init(secret)], Self.reached(nil))
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(reasons.map(\.code) == ["disagreement"])
    }

    @Test func `A missing file is denied for another cause than permission`() async {
        let srv = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        let verdict = await Self.verdict(.read, ["/srv": .init(srv)])
        #expect(verdict.reasons.map(\.message) == ["does not exist"])
        #expect(verdict.reasons.map(\.cause) == [.other])
        #expect(verdict.reasons.map(\.basis) == [.model])
        #expect(
            verdict.reasons.flatMap(\.evidence) == ["/", "/srv"].map { path in
                Evidence(
                    path,
                    facts: "drwxr-xr-x root:root",
                    question: "search",
                    finding: "others r-x",
                    holds: true
                )
            } + [Evidence(Self.path, finding: "does not exist", holds: false)]
        )
    }

    typealias Nature = (FileAccess.Action, Place, Mount, String)

    @Test(
        arguments: [
            (
                .write, Place(.directory, mode: 0o777, uid: 0, gid: 0), Mount(),
                "is a directory; to ask about new files in it, use `create /srv/key/new`"
            ),
            (
                .write, Place(.regular, mode: 0o666, uid: 0, gid: 0, isAppendOnly: true),
                Mount(), "is append-only (chattr +a)"
            ),
            (
                .read, Place(.socket, mode: 0o666, uid: 0, gid: 0), Mount(),
                "is a socket: a program can connect to it, but not open it"
            ),
            (
                .read, Place(.characterDevice, mode: 0o666, uid: 0, gid: 0),
                Mount(flags: .noDev), "is a device on a nodev mount"
            ),
            (
                .execute, Place(.directory, mode: 0o755, uid: 0, gid: 0), Mount(),
                "is a directory, which cannot be executed"
            ),
        ] as [Nature]
    )
    func `Access is denied by the kind of the file`(
        action: FileAccess.Action,
        file: Place,
        mount: Mount,
        message: String
    ) async {
        let verdict = await Self.verdict(
            action,
            [Self.path: .init(file, on: mount)],
            Self.reached(nil)
        )
        guard case .denied(let reasons) = verdict else {
            Issue.record("expected a denial, got \(verdict)")
            return
        }
        #expect(reasons.map(\.message) == [message])
    }

    /// The mode of the directory, the owner of the link, and whether the rule for links applies.
    @Test(
        arguments: [
            (0o1777, 8, true), (0o0777, 8, false), (0o1755, 8, false), (0o1777, 7, false),
            (0o1777, 0, false),
        ] as [(UInt16, UInt32, Bool)]
    )
    func `A link is blamed only if the kernel protects links`(
        mode: UInt16,
        owner: UInt32,
        isBlamed: Bool
    ) async {
        let verdict = await Self.verdict(
            .read,
            [
                "/srv": .init(Place(.directory, mode: mode, uid: 0, gid: 0)),
                Self.path: .init(
                    Place(.symbolicLink, mode: 0o777, uid: owner, gid: 0),
                    target: "/a"
                ),
                "/a": .init(Self.regular),
            ]
        )
        #expect(
            verdict.reasons.map(\.code.rawValue) == [
                isBlamed ? "protected-symlink" : "file-permitted"
            ]
        )
    }

    @Test(arguments: ["key", "", "srv/key", "/srv/k\0ey"])
    func `Access to a relative path is undetermined`(path: String) async {
        let verdict = await FileAccess(.read, path, on: .whole()).verdict()
        #expect(
            verdict.reasons.map(\.message) == ["is not an absolute path without NUL bytes"]
        )
        #expect(!verdict.isAuthorized)
    }

    @Test func `File accesses are equal for the same question and host`() {
        let host = Host.whole()
        #expect(FileAccess(.read, "/a", on: host) == FileAccess(.read, "/a", on: host))
        #expect(FileAccess(.read, "/a", on: host) != FileAccess(.read, "/a", on: .whole()))
        #expect(FileAccess(.read, "/a", on: host) != FileAccess(.write, "/a", on: host))
        #expect(
            FileAccess(.read, "/a", on: host)
                != FileAccess(.read, "/a", as: .process(pid: 1), on: host)
        )
    }
}
