import AccessModel
import Capabilities
import Kernel
import LinuxSystem
import Procedures
import Synchronization

/// The events that show that an answer about files may have changed. They are inotify(7) events of the files read for
/// it, changes of the subject's mounts, and the end of the subject's process.
///
/// It holds an inotify instance, a descriptor for the mounts, and a process until it is released.
final class FileEvents: Sendable {
    private struct State {
        var names = WatchedNames()
        var listeners: [DescriptorEvents.Listener] = []
    }

    /// A flag that an event other than those of files has occurred.
    private final class Due: Sendable {
        let isDue = Atomic(false)
    }

    /// The process whose mounts and end are watched; nil for this process.
    let pid: Int32?
    private let inotify: Inotify
    private let mounts: Descriptor
    private let process: ProcessHandle?
    private let due = Due()
    private let state = Locked(State())

    /// - Parameters:
    ///   - process: The process whose mounts and end to watch; nil for this process.
    ///   - bell: Rung when something happened, whether it matters or not.
    /// - Throws: ``SystemError``; `ESRCH` if the process has ended.
    init(ofProcess pid: Int32?, waking bell: Bell) throws(SystemError) {
        self.pid = pid
        inotify = try Inotify()
        mounts = try MountView(ofProcess: pid).openInfo()
        if let pid { process = try ProcessHandle(pid: pid) } else { process = nil }
        let events = DescriptorEvents.shared
        let tell: @Sendable () -> Void = { [due] in
            due.isDue.store(true, ordering: .relaxed)
            bell.ring()
        }
        var listeners = [
            try events.listen(to: inotify.descriptor) { bell.ring() },
            try events.listen(to: mounts.number, for: .exception, tell),
        ]
        if let end = try Self.listen(to: process, tell) { listeners.append(end) }
        state.withLock { $0.listeners = listeners }
    }

    private static func listen(
        to process: borrowing ProcessHandle?,
        _ tell: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DescriptorEvents.Listener? {
        switch process {
        case .some(let process): try process.listen(tell)
        case .none: nil
        }
    }

    /// Takes all pending events, and returns whether an answer may have changed.
    func takeChange() -> Bool {
        let names = state.withLock { $0.names }
        let isDue = due.isDue.exchange(false, ordering: .relaxed)
        let concerns = inotify.takeEvents().contains(where: names.concern)
        return isDue || concerns
    }

    /// Watches the files that `read` reads, in place of the previous ones.
    ///
    /// - Throws: ``Unwatched`` for the first object that does not report its changes.
    func watch(
        _ interests: Inotify.Interests,
        _ read: (FileWatching) throws -> Void
    ) throws {
        let watching = FileWatching(inotify, for: interests)
        try read(watching)
        let found = watching.found
        let before = state.withLock { state in
            defer { state.names = found.names }
            return state.names
        }
        for watch in before.watches(notIn: found.names) { inotify.unwatch(watch) }
        if let blind = found.blind { throw Unwatched(blind) }
    }
}

extension FileEvents: FileWatch {
    /// Repeats the decision to watch the files that it reads, and drops its answer.
    func watch(
        _ inquiries: [FileInquiry],
        for interests: Inotify.Interests,
        as subject: SubjectIdentity?,
        raising capability: KernelCapability?
    ) async throws {
        let all = inquiries.reduce(interests) { $0.union($1.interests) }
        try await BlockingThreads.shared.runAsCaller(inquiries.first?.path ?? "") {
            try self.watch(all) { watching in
                for inquiry in inquiries {
                    guard let subject else {
                        try Self.read(inquiry, raising: capability, watching)
                        continue
                    }
                    let own = try UserNamespaces.own()
                    let live = try LiveFileTree(seenBy: subject.place, watching: watching)
                    // Without an answer, the files that the plan has read decide whether there will be one.
                    guard let tree = try? live.seen(through: subject.sandbox) else { continue }
                    tree.read(
                        inquiry,
                        for: subject.everyone.map {
                            Credentials($0, from: own)
                        }
                    )
                }
            }
        }
    }

    /// Reads for the asking thread, with and without the capability that it may have raised. If the capability is not
    /// permitted, no look has it either.
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

extension FileFactSource {
    /// Reads the facts of decisions, without looking up names.
    fileprivate func read(_ inquiry: FileInquiry, for subjects: [Credentials]) {
        for subject in subjects {
            _ = judgement(of: inquiry, for: subject) { _, _ in IDNames() }
        }
    }
}

extension FileInquiry {
    /// The events to watch. For an execution the content of the program also decides.
    fileprivate var interests: Inotify.Interests {
        let interests: Inotify.Interests = [.attributes, .names, .place]
        switch action {
        case .execute, .executeFrom: return interests.union(.contents)
        default: return interests
        }
    }
}
