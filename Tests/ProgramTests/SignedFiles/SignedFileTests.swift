import TestSupport
import Testing

/// Uses of files that no permission bit decides. The program answers, and then the call is really made.
@Suite(.serialized) struct `Answers about files, confirmed by system calls` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("deed", SignedCase.deed)
        try folder.file("idmap", SignedCase.idmap)
    }

    @Test(arguments: SignedCase.ofSelf + SignedCase.ofUserNamespaces)
    func `The kernel confirms the answer for this process`(asked: SignedCase) async throws {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofOthers)
    func `The kernel confirms the answer for another process`(asked: SignedCase) async throws {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofProcesses + SignedCase.ofProcessParts)
    func `The answer considers hidden processes`(asked: SignedCase) async throws {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofHandlers)
    func `The answer considers binfmt_misc handlers by the called name`(asked: SignedCase)
        async throws
    {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofNamespaces)
    func `The answer considers the owner of a namespace`(asked: SignedCase) async throws {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofOverlays + SignedCase.ofCopies)
    func `The answer considers the layers of an overlay`(asked: SignedCase) async throws {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofStates)
    func `The answer considers the state of a file and its file system`(asked: SignedCase)
        async throws
    {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofParts)
    func `The answer considers subvolumes and projects of a file system`(asked: SignedCase)
        async throws
    {
        try await expect(asked)
    }

    @Test(arguments: SignedCase.ofBusyNames)
    func `The use of a busy name is denied`(asked: SignedCase) async throws {
        try await expect(asked)
    }

    /// The kernel is asked first there, and its yes once stood alone.
    @Test(arguments: [
        // As far as the rules know, the subject may own the files on the path.
        ("write: /proc/self/cwd", 2), ("search: /proc/self/exe", 1),
        ("execute: /proc/sys/net/ipv4", 1), ("read: /proc/self/maps", 2), ("read: /dev/tty", 2),
        ("read: /etc/passwd", 0), ("read: /proc/self/status", 0), ("list: /proc/self/fd", 0),
    ])
    func `A policy check does not rely on the kernel's answer alone`(
        requirement: String,
        status: Int
    ) async throws {
        try folder.file("policy.yaml", "warrant: 1\nname: policy\nrequire:\n  - \(requirement)\n")
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobody)
        #expect(ended.status == status, "\(ended.output)\(ended.errors)")
    }

    @Test func `Only root may see a process that a mount of proc hides`() async throws {
        let ended = try await folder.inNamespaces(
            "mount -t proc -o hidepid=2 proc /proc; \"$1\" who-can stat /proc/1/status"
        )
        let output = """
            ✓ of the users here, only root may stat /proc/1/status

              groups     members of `root`
              others     /proc/1 is hidden from other users by its mount of proc (hidepid)

            """
        #expect(ended == Ended(0, output: output))
    }

    /// The holder of the lease exits with 0 if it still has it, as F_GETLEASE reports.
    @Test func `A question about execution breaks no lease`() async throws {
        let ended = try await folder.inNamespaces(
            """
            cp /bin/true program; mkfifo ready go
            cat >holder <<'END'
            open(READY, ">", "ready"); open(GO, "+<", "go"); open(FILE, "+<", "program");
            $SIG{IO} = "IGNORE"; fcntl(FILE, 1024, 1) or exit 9;
            close(READY); <GO>; exit(fcntl(FILE, 1025, 0) == 1 ? 0 : 8);
            END
            perl holder &
            read _ <ready || :
            answer=0; "$1" can execute "$PWD/program" >/dev/null || answer=$?
            echo >go; held=0; wait $! || held=$?
            echo "$answer $held"
            """
        )
        #expect(ended == Ended(0, output: "2 0\n"))
    }

    /// Without `allow_other` the kernel refuses every user except the one who mounted it, see
    /// fuse_allow_current_process.
    @Test func `The root of a FUSE file system is not known for another user`() async throws {
        try folder.folder("mount")
        let path = folder.path(of: "mount")
        let question = ["can", "--as", "65534:65534", "stat", path]
        let ended = try await folder.run(
            [TemporaryFolder.program] + question,
            besideServed: "",
            at: path
        )
        #expect(ended.status == 2, "\(ended)")
        let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let call = nobody + ["stat", path]
        let called = try await folder.run(call, besideServed: "", at: path)
        #expect(called.errors.contains("Permission denied"), "\(called)")
    }

    private func expect(_ asked: SignedCase) async throws {
        let ended = try await folder.inNamespaces(SignedCase.prelude + asked.lines + SignedCase.end)
        let expected = "\(asked.answer) \(asked.errno)\n"
        #expect(ended == Ended(0, output: expected), "\(asked.title)")
    }
}
