import AccessModel
import Kernel
import LinuxSystem
import Procedures

// Files as somebody else has them.
extension LiveFiles {
    func judge(
        _ inquiry: FileInquiry,
        for subject: SubjectIdentity
    ) async throws -> [FileJudgement] {
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            let source = try Self.tree(seenBy: subject.place)
            let own = try UserNamespaces.own()
            return subject.everyone.map { credentials in
                source.judgement(
                    of: inquiry,
                    for: Credentials(credentials, in: subject.place, from: own),
                    credentials.reach(in: subject.place, from: own),
                    names: IDNames.live
                )
            }
        }
    }

    /// The files below the subject's own root, with its mounts.
    static func tree(
        seenBy place: SubjectPlace?,
        watching: FileWatching? = nil
    ) throws(SystemError) -> LiveFileTree {
        guard let place else { return try LiveFileTree(watching: watching) }
        let process = try ProcessHandle(pid: place.pid)
        let root = try process.openRoot()
        let tree = try LiveFileTree(root: root, ofProcess: place.pid, watching: watching)
        try process.requireAlive()
        return tree
    }

    func ask(
        _ inquiry: FileInquiry,
        _ mode: Permissions,
        as subject: SubjectIdentity
    ) async throws -> [FileLook]? {
        try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            guard try Self.isWhereWeAre(subject.place) else { return nil }
            let follow = inquiry.follow ?? true
            return try subject.everyone.map { credentials in
                let path = inquiry.path
                return .answered(
                    refusal: try credentials.assumed.run {
                        FileCalls.refusal(of: mode, at: path, follow: follow)
                    }
                )
            }
        }
    }

    /// Whether a path leads the subject where it leads us.
    private static func isWhereWeAre(_ place: SubjectPlace?) throws(SystemError) -> Bool {
        guard let place else { return true }
        guard place.seesOurMounts == true, place.isInOurUserNamespace == true else { return false }
        let process = try ProcessHandle(pid: place.pid)
        let theirs = try FileCalls.status(of: try process.openRoot(), at: "/")
        let ours = try FileCalls.status(of: try FileCalls.openPlace("/", follow: true), at: "/")
        return theirs.mount == ours.mount && theirs.facts.inode == ours.facts.inode
    }
}
