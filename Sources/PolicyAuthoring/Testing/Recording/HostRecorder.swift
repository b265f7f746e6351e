import AccessModel
import Kernel
package import LinuxCapabilities
import LinuxSystem
import Procedures

/// Records the answers of this machine as facts.
package final class HostRecorder: Sendable {
    private let state = Locked(HostFacts())
    /// The recorded files that this process sees.
    private let ownFiles = Locked(HostFacts())
    private let directories: UnitDirectories?
    private let groupName: @Sendable (UInt32) throws -> String?

    /// - Parameters:
    ///   - directories: What users see as if systemd had made these; nil for this machine as it is.
    ///   - groupName: Returns the name of a group, which may wait for the name service.
    package init(
        after directories: UnitDirectories? = nil,
        groupName: @escaping @Sendable (UInt32) throws -> String? = { try Accounts.groupName($0) }
    ) {
        self.directories = directories
        self.groupName = groupName
    }

    /// This machine as a host that records each answer.
    package var host: Host {
        Host.live
            .asking(Host.accountFamily, by: RecordedAccounts(recorder: self))
            .asking(Host.processFamily, by: RecordedProcesses(recorder: self))
            .asking(Host.fileFamily, by: RecordedFiles(recorder: self, after: directories))
            .asking(
                Host.networkFamily,
                by: RecordedNetwork(live: Host.live[Host.networkFamily], recorder: self)
            )
            .asking(Host.unitFamily, by: RecordedUnits(recorder: self))
            .asking(Host.containerFamily, by: RecordedContainers(recorder: self))
            .asking(Host.polkitFamily, by: RecordedPolkit(recorder: self))
            .asking(Host.settingFamily, by: RecordedSettings(recorder: self))
    }

    /// Returns the facts recorded so far, with the names of all groups in them.
    ///
    /// The names are looked up only here. A caller that notes something holds the lock, perhaps on a thread of Swift's
    /// pool.
    ///
    /// - Throws: `CancellationError`; ``SystemError`` if no thread is available.
    package func facts() async throws -> HostFacts {
        var facts = state.withLock { $0 }
        let unnamed = facts.groupIDs.subtracting(facts.groups.values).sorted()
        let groupName = groupName
        let names = try await BlockingThreads.shared.run("the names of groups") {
            // If the name service gives no name, the number is written. It leads to the same decisions.
            unnamed.map { gid in (gid, name: try? groupName(gid)) }
        }
        for (gid, name) in names {
            // A name that looks like a number would be taken for another group's number.
            guard let name, facts.groups[name] == nil, SubjectNumber(name) == nil else { continue }
            facts.groups[name] = gid
        }
        return facts
    }

    func note(_ body: (inout HostFacts) -> Void) { state.withLock { body(&$0) } }

    /// Notes all facts of a tree about files.
    ///
    /// - Parameters:
    ///   - tree: What to record; nil if that is not known.
    ///   - live: The files of this machine that it is made from.
    ///   - areOwn: True for the files that this process sees.
    func note(_ tree: FileTree?, of live: FileTree, areOwn: Bool) {
        if let tree { note { $0.note(tree) } }
        if areOwn { ownFiles.withLock { $0.note(live) } }
    }

    /// Returns the paths of recorded files that two looks do not find as they were recorded. Only the files that this
    /// process sees are looked at again.
    ///
    /// - Throws: `CancellationError`; ``SystemError`` if no thread is available, or the root cannot be read.
    package func changedPaths() async throws -> [String] {
        let facts = ownFiles.withLock { $0 }
        return try await BlockingThreads.shared.runAsCaller("the recorded files") {
            let looks = [try LiveFileTree(forSelf: true), try LiveFileTree(forSelf: true)]
            return facts.paths.filter { path in
                guard let file = facts[path] else { return false }
                return looks.contains { !file.isStill(at: path, in: $0) }
            }
        }
    }
}

extension HostFacts {
    /// The groups of all recorded facts.
    fileprivate var groupIDs: Set<UInt32> {
        var threads = processes.values.compactMap { $0.threads.first }
        if let own { threads.append(own) }
        let ofThreads = threads.flatMap { $0.groups + [$0.group.real, $0.group.fileSystem] }
        let ofUsers = users.values.flatMap { $0?.groups ?? [] }
        return Set(ofThreads + ofUsers + paths.compactMap { self[$0]?.place?.gid })
    }

    /// Notes all facts of a tree about files, except those that lie under mounts, and the settings that decide about
    /// them.
    mutating func note(_ tree: FileTree) {
        settings = tree.settings
        sysctls.formUnion(Sysctl.ofFiles)
        note(tree.root, of: tree)
    }

    private mutating func note(_ id: PlaceID, of tree: FileTree) {
        let details = tree.details[Int(id.index)]
        // A link that leads each process elsewhere has no text to record.
        guard tree[id].kind != .symbolicLink || details.target != nil else { return }
        let known = self[details.path].flatMap { $0.isThere ? $0 : nil }
        var file = known ?? File(id, of: tree)
        if case .known(let program) = details.program { file.program = program.described }
        if case .known(true) = details.emptiness { file.isComplete = true }
        describe(file, at: details.path)
        for entry in details.names.values {
            switch entry {
            case .place(let id): note(id, of: tree)
            case .missing(let id):
                let path = tree.path(of: id)
                if self[path] == nil { describe(File(nil), at: path) }
            case .unknown: break
            }
        }
    }
}

extension Place {
    /// Returns whether another place has the same facts that decide who may use it.
    fileprivate func isDecidedLike(_ other: Place?) -> Bool {
        guard let other else { return false }
        return kind == other.kind && mode == other.mode && uid == other.uid && gid == other.gid
            && isImmutable == other.isImmutable && isAppendOnly == other.isAppendOnly
    }
}

extension HostFacts.File {
    /// Returns whether a look at the file now finds the same; true if it cannot find out.
    fileprivate func isStill(at path: String, in now: LiveFileTree) -> Bool {
        do throws(Stop) {
            let found = Self(try now.place(at: Array(path.utf8), follow: false), of: now.tree)
            // The text of a link of proc(5) may differ by thread.
            let isSameTarget = found.target == target || path.utf8.starts(with: "/proc/".utf8)
            return found.place?.isDecidedLike(place) == true && found.list == list && isSameTarget
        } catch {
            guard case .refused(let refusal) = error, refusal.error == .ENOENT else { return true }
            return !isThere
        }
    }

    fileprivate init(_ id: PlaceID, of tree: FileTree) {
        let place = tree[id]
        let isOnOwnMount = place.isMountRoot || id == tree.root
        self.init(
            place,
            on: isOnOwnMount ? tree.mount(of: id) : nil,
            list: tree.list(of: id),
            target: tree.target(of: id).map { String(decoding: $0, as: UTF8.self) }
        )
    }
}
