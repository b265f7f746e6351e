import LinuxCapabilities
import LinuxSystem

extension HostFacts {
    /// The facts of a whole host, on which a process of root's asks that has no kernel capability.
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
    /// A described host of which everything is known.
    static func whole() -> Host { .inMemory(.whole()) }

    static func whole(_ describe: (inout HostFacts) throws -> Void) rethrows -> Host {
        .inMemory(try HostFacts.whole(describe))
    }
}
