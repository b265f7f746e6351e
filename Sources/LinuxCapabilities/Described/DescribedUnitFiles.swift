import LinuxSystem
import ServiceModel

/// The unit files of a described host. Facts describe no text of a file.
struct DescribedUnitFiles: UnitFileProbe {
    func unit(at path: String, root: String?) throws -> FoundUnit {
        throw MissingFact("the unit file \(path)")
    }

    func unit(loadedAs unit: UnitFacts, after time: UInt64, root: String?) throws -> FoundUnit {
        throw MissingFact("the unit file of \(unit.id)")
    }
}

/// The systemd of a described host. No fact describes it.
struct DescribedServiceManager: ServiceManagerProbe {
    func kernel(withControlGroups: Bool) -> ServiceManager { ServiceManager() }

    func build() -> SystemdBuild? { nil }
}
