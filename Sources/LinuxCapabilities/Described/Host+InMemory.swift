import Kernel
package import LinuxSystem
package import Procedures

extension Host {
    /// Returns a host made from facts. The same code decides about it as about this machine.
    ///
    /// Every question without a fact is undetermined.
    public static func inMemory(_ facts: HostFacts) -> Host { inMemory(DescribedFacts(facts)) }

    /// Returns a host whose facts may change while it is asked.
    package static func inMemory(
        _ facts: DescribedFacts,
        timer: DeadlineTimer = .shared
    ) -> Host {
        live.waiting(by: timer)
            .asking(accountFamily, by: DescribedAccounts(facts: facts))
            .asking(processFamily, by: DescribedProcesses(facts: facts))
            .asking(fileFamily, by: DescribedFiles(facts))
            .asking(networkFamily, by: DescribedNetwork(facts: facts, process: nil))
            .asking(unitFamily, by: DescribedUnits(facts: facts))
            .asking(unitFileFamily, by: DescribedUnitFiles())
            .asking(serviceManagerFamily, by: DescribedServiceManager())
            .asking(containerFamily, by: DescribedContainers(facts: facts))
            .asking(polkitFamily, by: DescribedPolkit(facts: facts))
            .asking(busNameFamily, by: DescribedBusNames(facts: facts))
            .asking(settingFamily, by: DescribedSettings(facts: facts))
            .asking(terminalFamily, by: DescribedTerminal(facts: facts))
            .asking(shutdownFamily, by: nil)
    }
}

extension Namespaces {
    /// Returns namespaces that all have one number.
    package static func all(_ inode: UInt64) -> Namespaces {
        let id = NamespaceID(device: DeviceNumber(major: 0, minor: 4), inode: inode)
        return Namespaces(user: id, mount: id, network: id, pid: id)
    }
}
