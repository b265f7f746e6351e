import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem

/// The files of this machine. Each file that a decision read is recorded.
struct RecordedFiles: FileProbe {
    let recorder: HostRecorder
    /// The directories that are recorded as if a service had started; nil for the files as they are.
    let directories: UnitDirectories?
    private let live = Host.live[Host.fileFamily]

    init(recorder: HostRecorder, after directories: UnitDirectories?) {
        (self.recorder, self.directories) = (recorder, directories)
    }

    var securityModules: [String] { live.securityModules }

    func look(
        at path: String,
        for mode: Permissions,
        follow: Bool,
        keeping: Bool
    ) async throws -> HeldLook? {
        let found = try await live.look(at: path, for: mode, follow: follow, keeping: keeping)
        try await record(FileQuestion(.access(mode), Array(path.utf8), follow: follow))
        return found
    }

    func facts(at path: String) async throws -> FileFacts {
        try await record(FileQuestion(.stat, Array(path.utf8), follow: true))
        return try await live.facts(at: path)
    }

    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? { try await live.look(for: inquiry, raising: capability) }

    func judge(_ inquiry: FileInquiry, after look: HeldLook?) async throws -> FileJudgement {
        let found = try await live.judge(inquiry, after: look)
        try await record(inquiry.question)
        return found
    }

    func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        let given = directories?.given(to: subject) ?? subject
        let found = try await live.judge(inquiry, for: given)
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            let own = try UserNamespaces.own()
            let live = try LiveFileTree(seenBy: subject.place)
            // If systemd would not start the service, or that is not known, `found` says so, and no file decides.
            let source = try? live.seen(through: given.sandbox)
            for credentials in subject.everyone {
                let thread = Credentials(credentials, from: own)
                let reach = credentials.reach(from: own)
                source?.readAll(for: inquiry.question, thread, reach)
            }
            let facts = given == subject ? live.tree : source?.tree
            recorder.note(facts, of: live.tree, areOwn: subject.place == nil)
        }
        return found
    }

    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? {
        try await live.ask(inquiry, mode, as: directories?.given(to: subject) ?? subject)
    }

    func changes(ofProcess pid: Int32?, waking bell: Bell) throws -> any FileWatch {
        try live.changes(ofProcess: pid, waking: bell)
    }

    func machineID(seenBy subject: SubjectIdentity?) async throws -> MachineID? {
        let found = try await live.machineID(seenBy: subject)
        recorder.note { $0.machineID = .some(found) }
        return found
    }

    /// Records the files that a question of the asking thread needs. The kernel alone may have answered the question.
    private func record(_ question: FileQuestion) async throws {
        let own = try ProcessCalls.ownCredentials()
        try await BlockingThreads.shared.runAsCaller("a file") {
            let source = try LiveFileTree(forSelf: true)
            let reach = SubjectCredentials(own).reach(from: try UserNamespaces.own())
            source.readAll(for: question, try .ofThisThread(), reach)
            recorder.note { $0.own = own }
            recorder.note(source.tree, of: source.tree, areOwn: true)
        }
    }
}
