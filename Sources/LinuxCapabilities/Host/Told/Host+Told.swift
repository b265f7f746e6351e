package import LinuxSystem
import Procedures

extension Host {
    /// A host that is only told of: the same code decides about it as about this machine.
    package static func inMemory(_ facts: HostFacts) -> Host {
        Host(
            accounts: ToldAccounts(facts: facts),
            files: ToldFiles(facts),
            processes: ToldProcesses(facts: facts),
            network: ToldNetwork(facts: facts.network),
            units: ToldUnits(units: facts.units),
            polkit: ToldPolkit(actions: facts.polkit),
            terminal: NoTerminal()
        )
    }
}

/// Nobody is asked about what is only told.
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
