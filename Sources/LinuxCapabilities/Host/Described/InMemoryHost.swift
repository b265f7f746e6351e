package import LinuxSystem
package import Procedures

extension Host {
    /// Returns a host that is made from facts: the same code decides about it as about this machine.
    ///
    /// Every question that the facts leave open is undetermined.
    public static func inMemory(_ facts: HostFacts) -> Host { inMemory(DescribedFacts(facts)) }

    /// Returns a host whose facts may change while it is asked.
    package static func inMemory(
        _ facts: DescribedFacts,
        timer: DeadlineTimer = .shared
    ) -> Host {
        Host(
            accounts: DescribedAccounts(facts: facts),
            files: DescribedFiles(facts),
            processes: DescribedProcesses(facts: facts),
            network: DescribedNetwork(facts: facts, process: nil),
            units: DescribedUnits(facts: facts),
            polkit: DescribedPolkit(facts: facts),
            terminal: DescribedTerminal(facts: facts),
            timer: timer
        )
    }
}

extension Namespaces {
    /// Namespaces that all have one number.
    package static func all(_ inode: UInt64) -> Namespaces {
        let id = NamespaceID(device: 4, inode: inode)
        return Namespaces(user: id, mount: id, network: id, pid: id)
    }
}
