package import AccessModel
package import Kernel
import LinuxSystem

extension Credentials {
    /// A subject as files see it.
    ///
    /// - Parameters:
    ///   - place: Where another process is; nil for who is where we are.
    ///   - own: The user namespace of whoever asks.
    ///   - ownBounding: What a process that is started could gain at the most; nil to ask what one of ours could.
    package init(
        _ subject: SubjectCredentials,
        in place: SubjectPlace?,
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
            namespace: place?.userNamespace ?? own
        )
    }

    /// What a process that we start could gain at the most.
    private static var ownBounding: KernelCapabilitySet {
        (try? ProcessCalls.ownCredentials().capabilities.bounding) ?? .all
    }
}
