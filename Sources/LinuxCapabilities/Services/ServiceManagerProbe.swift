package import LinuxSystem
package import ServiceModel

/// Answers which settings of a service the systemd of this machine and its kernel enforce.
package protocol ServiceManagerProbe: Sendable {
    /// Returns the kernel's part. The build is nil.
    ///
    /// - Parameter withControlGroups: False if no setting depends on the control groups, which take some time to look at.
    func kernel(withControlGroups: Bool) -> ServiceManager

    /// Returns the build of the running systemd; nil if it cannot be asked.
    ///
    /// - Throws: `CancellationError`.
    func build() async throws -> SystemdBuild?
}

extension Host {
    package static let serviceManagerFamily = Family<any ServiceManagerProbe>(
        live: LiveServiceManager()
    )

    package var serviceManager: any ServiceManagerProbe { self[Self.serviceManagerFamily] }
}

package struct LiveServiceManager: ServiceManagerProbe {
    /// The bus; nil is the system bus, which is opened only when needed.
    private let bus: SystemBus?

    package init(bus: SystemBus? = nil) { self.bus = bus }

    package func kernel(withControlGroups: Bool) -> ServiceManager {
        ServiceManager(
            securityModules: SecurityModules.all,
            hasUnifiedControlGroups: withControlGroups ? SystemdControlGroups.areUnified : nil
        )
    }

    package func build() async throws -> SystemdBuild? {
        let bus = bus ?? .shared
        do {
            let (version, features) = try await bus.managerVersion()
            // Another bus is that of another systemd.
            return bus.foreignBus == nil ? SystemdBuild("\(version) \(features)") : nil
        } catch is BusFailure {
            return nil
        }
    }
}
