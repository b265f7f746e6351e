import LinuxCapabilities
import LinuxSystem

extension HostFacts {
    /// Returns the facts of a whole host. The asking process belongs to root and has no kernel capability.
    static func whole() -> HostFacts {
        var facts = HostFacts()
        facts.isWhole = true
        facts.own = ThreadCredentials(thread: 1, user: 0, group: 0)
        facts.users["root"] = SubjectAccount(user: 0, groups: [0])
        facts.groups["root"] = 0
        return facts
    }

    static func whole(_ describe: (inout HostFacts) throws -> Void) rethrows -> HostFacts {
        var facts = HostFacts.whole()
        try describe(&facts)
        return facts
    }

    mutating func add(_ processes: [ProcessFacts]) {
        for process in processes { self.processes[process.pid] = process }
    }
}

extension Host {
    /// Returns a described host with all facts known.
    static func whole() -> Host { .inMemory(.whole()) }

    static func whole(_ describe: (inout HostFacts) throws -> Void) rethrows -> Host {
        .inMemory(try HostFacts.whole(describe))
    }
}
