import AccessModel
import LinuxSystem
import Synchronization

/// Keeps all that was looked at of this machine, so that it can be told.
package final class HostRecorder: Sendable {
    private let state = Mutex(HostFacts())

    package init() {}

    /// This machine, of which each answer is kept.
    package var host: Host {
        Host(
            accounts: RecordedAccounts(recorder: self),
            files: RecordedFiles(recorder: self),
            processes: RecordedProcesses(recorder: self),
            network: RecordedNetwork(live: LiveNetwork(), recorder: self),
            units: RecordedUnits(recorder: self),
            polkit: RecordedPolkit(recorder: self)
        )
    }

    /// What was looked at up to now.
    package var facts: HostFacts { state.withLock { $0 } }

    func note(_ body: (inout HostFacts) -> Void) { state.withLock { body(&$0) } }
}

extension HostFacts {
    /// Notes who a user is, and the names of the groups.
    mutating func note(_ account: SubjectAccount, of user: String) {
        users[user] = account
        for gid in account.groups { note(group: gid) }
    }

    mutating func note(group gid: UInt32) {
        guard !groups.values.contains(gid), let name = try? Accounts.groupName(gid) else { return }
        groups[name] = gid
    }

    /// Notes all that a tree knows of files, but for what lies under mounts.
    mutating func note(_ tree: FileTree) { note(tree.root, of: tree) }

    private mutating func note(_ id: PlaceID, of tree: FileTree) {
        let details = tree.details[Int(id.index)]
        // A link that leads each process elsewhere has no text that could be told.
        guard tree[id].kind != .symbolicLink || details.target != nil else { return }
        let known = self[details.path].flatMap { $0.isThere ? $0 : nil }
        var file = known ?? File(id, of: tree)
        if case .known(let program?) = details.program { file.program = program }
        if case .known(true?) = details.emptiness { file.isComplete = true }
        tell(file, of: details.path)
        note(group: tree[id].gid)
        for entry in details.names.values {
            switch entry {
            case .place(let id): note(id, of: tree)
            case .missing(let id):
                let path = tree.path(of: id)
                if self[path] == nil { tell(File(nil), of: path) }
            case .unknown: break
            }
        }
    }
}

extension HostFacts.File {
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
