import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `File access` {
    private static let path = "/srv/key"
    private static let regular = FileFacts(kind: .regular, mode: 0o644, uid: 0, gid: 0)

    private static func host(_ look: FileLook, walk: PathWalk? = nil) -> Host {
        let steps = [WalkStep(path: path, facts: regular)]
        let facts = WalkFacts(
            walk: walk ?? PathWalk(steps: steps),
            user: 7,
            group: 7,
            groups: [],
            effective: 0,
            userNames: [0: "root", 7: "web"],
            groupNames: [0: "root"]
        )
        return .fake(files: FakeFiles(looks: [path: look], walks: [path: facts]))
    }

    private static func verdict(
        _ action: FileAccess.Action,
        _ look: FileLook,
        walk: PathWalk? = nil
    ) async -> Verdict {
        await FileAccess(action, path, on: host(look, walk: walk)).verdict()
    }

    private static let no = [
        Errno.EACCES, Errno.EPERM, Errno.EROFS, Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP,
        Errno.ENAMETOOLONG, Errno.EISDIR, Errno.ENXIO, Errno.ETXTBSY,
    ]

    @Test(arguments: Array(1...133 as ClosedRange<Int32>))
    func `is never a yes when the kernel refuses, and a no only for what means no`(code: Int32)
        async
    {
        let stop = SystemError("open(2)", Self.path, code: code)
        let walk = PathWalk(steps: [], stop: stop)
        let verdict = await Self.verdict(.read, .stopped(stop), walk: walk)
        #expect(!verdict.isAuthorized)
        if case .denied = verdict { #expect(Self.no.contains(code)) }
    }

    @Test(arguments: [Errno.EIO, Errno.ETIMEDOUT, Errno.ENOSYS, Errno.EBUSY])
    func `is undetermined when the kernel gives no answer`(code: Int32) async {
        let verdict = await Self.verdict(
            .read,
            .reached(Self.regular, MountFacts(), refusal: code)
        )
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(
            reasons.map(\.message)
                == ["the kernel gave no answer: \(errorText(code)) (\(errorName(code)))"]
        )
    }

    @Test func `is denied for a missing file, which is not for want of permission`() async {
        let stop = SystemError("open(2)", "key", code: Errno.ENOENT)
        let step = WalkStep(
            path: "/srv",
            facts: FileFacts(kind: .directory, mode: 0o755, uid: 0, gid: 0)
        )
        let verdict = await Self.verdict(
            .read,
            .stopped(stop),
            walk: PathWalk(steps: [step], stop: stop)
        )
        #expect(verdict.reasons.map(\.message) == ["does not exist"])
        #expect(verdict.reasons.map(\.cause) == [.other])
        #expect(
            verdict.reasons.flatMap(\.evidence) == [
                Evidence(
                    "/srv",
                    facts: "drwxr-xr-x root:root",
                    question: "search",
                    finding: "others r-x",
                    holds: true
                ),
                Evidence(Self.path, finding: "does not exist", holds: false),
            ]
        )
    }

    typealias Nature = (FileAccess.Action, FileFacts, MountFacts, String)

    @Test(
        arguments: [
            (
                .write, FileFacts(kind: .directory, mode: 0o777, uid: 0, gid: 0), MountFacts(),
                "is a directory"
            ),
            (
                .write, FileFacts(kind: .regular, mode: 0o666, uid: 0, gid: 0, isAppendOnly: true),
                MountFacts(), "is append-only (chattr +a)"
            ),
            (
                .read, FileFacts(kind: .socket, mode: 0o666, uid: 0, gid: 0), MountFacts(),
                "is a socket, which connect reaches and open does not"
            ),
            (
                .read, FileFacts(kind: .characterDevice, mode: 0o666, uid: 0, gid: 0),
                MountFacts(isNoDev: true), "is a device on a nodev mount"
            ),
            (
                .execute, FileFacts(kind: .directory, mode: 0o755, uid: 0, gid: 0), MountFacts(),
                "is a directory, which cannot be executed"
            ),
        ] as [Nature]
    )
    func `is denied by what the file is, whatever its permissions`(
        action: FileAccess.Action,
        file: FileFacts,
        mount: MountFacts,
        message: String
    ) async {
        let walk = PathWalk(steps: [WalkStep(path: Self.path, facts: file, mount: mount)])
        let verdict = await Self.verdict(action, .reached(file, mount, refusal: nil), walk: walk)
        guard case .denied(let reasons) = verdict else {
            Issue.record("expected a denial, got \(verdict)")
            return
        }
        #expect(reasons.map(\.message) == [message])
    }

    /// The mode of the directory, the owner of the link, and what is said of it.
    @Test(
        arguments: [
            (0o1777, 8, "protected-symlink"), (0o0777, 8, "changed"), (0o1755, 8, "changed"),
            (0o1777, 7, "changed"), (0o1777, 0, "changed"),
        ] as [(UInt16, UInt32, String)]
    )
    func `blames a link only where the kernel's rule for links is one`(
        mode: UInt16,
        owner: UInt32,
        code: String
    ) async {
        let folder = FileFacts(kind: .directory, mode: mode, uid: 0, gid: 0)
        let link = FileFacts(kind: .symbolicLink, mode: 0o777, uid: owner, gid: 0)
        let walk = PathWalk(steps: [
            WalkStep(path: "/srv", facts: folder),
            WalkStep(path: Self.path, facts: link, target: "/a"),
            WalkStep(path: "/a", facts: Self.regular),
        ])
        let refused = SystemError("open(2)", Self.path, code: Errno.EACCES)
        let verdict = await Self.verdict(.read, .stopped(refused), walk: walk)
        #expect(verdict.reasons.map(\.code.rawValue) == [code])
        if case .denied = verdict { #expect(code == "protected-symlink") }
    }

    @Test(arguments: ["key", "", "srv/key", "/srv/k\0ey"])
    func `is undetermined for what is no absolute path`(path: String) async {
        let verdict = await FileAccess(.read, path, on: .fake()).verdict()
        #expect(
            verdict.reasons.map(\.message) == ["is not an absolute path without NUL bytes"]
        )
        #expect(!verdict.isAuthorized)
    }

    @Test func `names a security module where the kernel refuses what the bits allow`() async {
        let verdict = await Self.verdict(
            .read,
            .reached(Self.regular, MountFacts(), refusal: Errno.EACCES)
        )
        #expect(
            verdict.reasons.map(\.message) == [
                "0644 root:root, yet the kernel refuses; "
                    + "a mount, a file attribute or a security module may be the cause"
            ]
        )
    }

    @Test func `is equal for the same question to the same host alone`() {
        let host = Host.fake()
        #expect(FileAccess(.read, "/a", on: host) == FileAccess(.read, "/a", on: host))
        #expect(FileAccess(.read, "/a", on: host) != FileAccess(.read, "/a", on: .fake()))
        #expect(FileAccess(.read, "/a", on: host) != FileAccess(.write, "/a", on: host))
        #expect(
            FileAccess(.read, "/a", on: host)
                != FileAccess(.read, "/a", of: .process(pid: 1), on: host)
        )
    }
}
