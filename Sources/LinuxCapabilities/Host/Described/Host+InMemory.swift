package import LinuxSystem
import Procedures

extension Host {
    /// Returns a host that is made from facts: the same code decides about it as about this machine.
    ///
    /// Every question that the facts leave open is undetermined.
    public static func inMemory(_ facts: HostFacts) -> Host {
        Host(
            accounts: DescribedAccounts(facts: facts),
            files: DescribedFiles(facts),
            processes: DescribedProcesses(facts: facts),
            network: DescribedNetwork(facts: facts.network),
            units: DescribedUnits(units: facts.units),
            polkit: DescribedPolkit(actions: facts.polkit),
            terminal: NoTerminal()
        )
    }
}

/// A described host has no terminal.
private struct NoTerminal: TerminalProbe {
    func answer(to question: String) async throws -> TerminalAnswer {
        .noTerminal(SystemError("open(2)", "/dev/tty", code: Errno.ENXIO))
    }
}

extension Namespaces {
    /// Namespaces that all have one number.
    package static func all(_ inode: UInt64) -> Namespaces {
        let id = NamespaceID(device: 4, inode: inode)
        return Namespaces(user: id, mount: id, network: id, pid: id)
    }
}
