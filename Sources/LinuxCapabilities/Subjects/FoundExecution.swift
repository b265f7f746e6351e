package import AccessModel
package import ServiceModel

/// The result of execve(2) in the process of a service.
package enum FoundExecution: Hashable, Sendable {
    case becomes(ProcessCredentials)
    /// The program cannot be executed; or that is not known, because of the problem that continues its path.
    case refused(String, isKnown: Bool)
    /// The mounts of the service cannot be made, or are not known.
    case notMounted(MountStop)
}
