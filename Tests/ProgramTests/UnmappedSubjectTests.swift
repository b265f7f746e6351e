import TestSupport
import Testing

/// A file system whose user namespace does not map the ids of the subject.
@Suite struct `A subject without an id in the user namespace of a file system` {
    /// The kernel is the judge: EOVERFLOW, see creat(2).
    @Test(arguments: [("--map-user=0", false), ("--map-root-user", true)])
    func `A subject may create a file only with mapped ids`(map: String, isMapped: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.folder("mounted", mode: 0o777)
        let script = """
            mount -t tmpfs -o mode=777 none mounted
            "$@" && echo authorized || echo $?
            touch mounted/new && echo made
            """
        let command = [
            "setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "unshare", "-Um", map,
            "sh", "-uc", script, "sh", TemporaryFolder.program,
        ]
        for word in ["create", "open-create"] {
            let ended = try await folder.run(
                command + ["can", word, "\(folder.path)/mounted/new"]
            )
            let lines = ended.output.split(separator: "\n")
            #expect(lines.contains("authorized") == isMapped, "\(ended.output)")
            #expect(lines.contains("2") == !isMapped)
            #expect(lines.contains("made") == isMapped)
        }
    }
}
