import AccessModel
import Kernel
import LinuxSystem

// The decision is made once more, by which the files are watched that it reads; nobody is told of it.
extension LiveFiles {
    func watch(
        _ inquiries: [FileInquiry],
        for interests: Inotify.Interests,
        as subject: SubjectIdentity?,
        raising capability: KernelCapability?,
        by events: FileEvents
    ) async throws {
        let all = inquiries.reduce(interests) { $0.union($1.interests) }
        try await BlockingThreads.shared.runAsCaller(inquiries.first?.path ?? "") {
            try events.watch(all) { watching in
                for inquiry in inquiries {
                    guard let subject else {
                        try Self.read(inquiry, raising: capability, watching)
                        continue
                    }
                    let own = try UserNamespaces.own()
                    let tree = try Self.tree(seenBy: subject.place, watching: watching)
                    tree.read(
                        inquiry,
                        for: subject.everyone.map {
                            Credentials($0, in: subject.place, from: own)
                        }
                    )
                }
            }
        }
    }

    /// For the thread that asks, with and without what it may have raised; where that is not permitted, no
    /// look has it either.
    private static func read(
        _ inquiry: FileInquiry,
        raising capability: KernelCapability?,
        _ watching: FileWatching
    ) throws(SystemError) {
        let own = try Credentials.ofThisThread()
        do throws(SystemError) {
            let raise = capability.map { Raise($0) } ?? Raise(.none)
            try raise.run { () throws(SystemError) in
                let tree = try LiveFileTree(forSelf: true, watching: watching)
                let raised = try Credentials.ofThisThread()
                tree.read(inquiry, for: raised == own ? [own] : [own, raised])
            }
        } catch  where error.call == "capset(2)" {
            try read(inquiry, raising: nil, watching)
        }
    }
}

extension LiveFileTree {
    /// Reads what decisions are made from, and names nobody.
    fileprivate func read(_ inquiry: FileInquiry, for subjects: [Credentials]) {
        for subject in subjects {
            _ = judgement(of: inquiry, for: subject) { _, _ in IDNames() }
        }
    }
}

extension FileInquiry {
    /// What a program is decides whether it can be executed.
    fileprivate var interests: Inotify.Interests {
        let interests: Inotify.Interests = [.attributes, .names, .place]
        switch action {
        case .execute, .executeFrom: return interests.union(.contents)
        default: return interests
        }
    }
}
