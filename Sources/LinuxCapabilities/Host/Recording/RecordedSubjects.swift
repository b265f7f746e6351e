import LinuxSystem

/// The users of this machine, each that was asked about kept.
struct RecordedAccounts: AccountProbe {
    let recorder: HostRecorder

    func account(of user: String, groups: [String]?) async throws -> FoundAccount {
        let found = try await LiveAccounts().account(of: user, groups: groups)
        switch found {
        case .known(let account): recorder.note { $0.note(account, of: user) }
        case .noUser: recorder.note { $0.users[user] = .some(nil) }
        case .noGroup(let group): recorder.note { $0.missingGroups.insert(group) }
        case .groupsNotKnown: break
        }
        return found
    }
}

/// The processes of this machine, each that was asked about kept.
struct RecordedProcesses: ProcessProbe {
    let recorder: HostRecorder
    private let live = LiveProcesses()

    init(recorder: HostRecorder) { self.recorder = recorder }

    var lastCapability: Int { live.lastCapability }

    func ownSets(around bit: UInt8) throws -> CapabilitySets {
        _ = try ownCredentials()
        return try live.ownSets(around: bit)
    }

    func ownCredentials() throws -> ThreadCredentials {
        let own = try live.ownCredentials()
        recorder.note { facts in
            facts.own = own
            for gid in own.groups + [own.realGroup] { facts.note(group: gid) }
        }
        return own
    }

    func ownPlace() throws -> OwnPlace { try live.ownPlace() }

    func tracing() throws -> TracingFacts {
        let found = try live.tracing()
        recorder.note { $0.tracingScope = found.scope }
        return found
    }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        let found = try await live.facts(ofProcess: pid)
        recorder.note { facts in
            facts.processes[pid] = found
            for thread in found.threads.prefix(1) {
                for gid in thread.groups + [thread.realGroup] { facts.note(group: gid) }
            }
        }
        return found
    }
}
