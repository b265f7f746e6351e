package import AccessModel
package import Kernel
import LinuxSystem

extension Credentials {
    /// Creates the credentials of a subject for file access.
    ///
    /// - Parameters:
    ///   - own: The user namespace of the asking process.
    ///   - ownBounding: The bounding set for a started process; nil for that of our process.
    package init(
        _ subject: SubjectCredentials,
        ownBounding: KernelCapabilitySet? = nil,
        from own: UserNamespace
    ) {
        let bounding = subject.sets.bounding ?? ownBounding ?? Self.ownBounding
        self.init(
            user: subject.user.fileSystem,
            group: subject.group.fileSystem,
            groups: subject.groups,
            effectiveUser: subject.user.effective,
            effectiveGroup: subject.group.effective,
            effective: subject.sets.effective,
            inheritable: subject.sets.inheritable ?? .none,
            bounding: bounding,
            namespace: subject.userNamespace ?? own
        )
    }

    /// The bounding set for a process that this process starts.
    private static var ownBounding: KernelCapabilitySet {
        (try? ProcessCalls.ownCredentials().capabilities.bounding) ?? .all
    }
}
