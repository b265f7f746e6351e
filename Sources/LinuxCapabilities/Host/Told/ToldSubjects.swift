import AccessModel
import Kernel
import LinuxSystem

/// Users that are only told of.
struct ToldAccounts: AccountProbe {
    let facts: HostFacts

    func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        let known = facts.users[user]
        if let known, known == nil { return .noUser }
        let number = try known == nil ? writtenID(user) : nil
        let account = known ?? number.flatMap(facts.account)
        guard let uid = account?.user ?? number else { throw NotTold("the user \(user)") }
        guard let groups else {
            return account.map { .known($0) } ?? .groupsNotKnown
        }
        var ids: [UInt32] = []
        for group in groups {
            if facts.missingGroups.contains(group) { return .noGroup(group) }
            guard let gid = try facts.groups[group] ?? writtenID(group) else {
                throw NotTold("the group \(group)")
            }
            ids.append(gid)
        }
        return .known(SubjectAccount(user: uid, groups: ids))
    }

    /// Nil for a name.
    private func writtenID(_ text: String) throws -> UInt32? {
        guard let id = SubjectNumber(text)?.id else { return nil }
        // Who has it has no number that anybody knows.
        guard !facts.madeUpIDs.contains(id) else { throw NotTold("the number \(id)") }
        return id
    }
}

/// Processes that are only told of, all in the namespaces of who asks.
struct ToldProcesses: ProcessProbe {
    let facts: HostFacts

    var lastCapability: Int { Int(facts.settings.lastCapability.rawValue) }

    func ownSets(around bit: UInt8) throws -> KernelCapabilitySets {
        try ownCredentials().capabilities
    }

    func ownCredentials() throws -> ThreadCredentials {
        guard let own = facts.own else { throw NotTold("this process") }
        return own
    }

    func ownConfinement() -> Confinement { Confinement(facts.own.map { [$0] } ?? []) }

    func ownPlace() throws -> OwnPlace { OwnPlace(namespaces: .all(1)) }

    func tracing() throws -> TracingFacts {
        let owner = NamespaceOwners.Owner(namespace: Namespaces.all(1).user, user: 0)
        return TracingFacts(scope: facts.tracingScope, owners: NamespaceOwners(chain: [owner]))
    }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        guard let known = facts.processes[pid] else { throw NotTold("process \(pid)") }
        return known
    }

    /// A unit has the processes that are described, its main one among them.
    func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        facts.processes.values.filter { $0.isInControlGroup(group) }.sorted { $0.pid < $1.pid }
    }

    /// There always is one; when it began tells it from no other here.
    func startTimeOfFirst() -> UInt64 { facts.processes[1]?.startTime ?? 0 }
}
