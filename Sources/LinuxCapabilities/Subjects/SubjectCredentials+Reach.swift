package import AccessModel
import Capabilities
package import Kernel
import Procedures

extension SubjectCredentials {
    /// Returns what the thread can gain by itself.
    ///
    /// - Parameters:
    ///   - ownBounding: The bounding set for a started program; nil for that of our process.
    ///   - own: The user namespace of the asking process.
    package func reach(
        ownBounding: KernelCapabilitySet? = nil,
        from own: UserNamespace
    ) -> Reach {
        let now = Credentials(self, ownBounding: ownBounding, from: own)
        return Reach(
            ReachingThread(
                user: user,
                group: group,
                groups: groups.sorted(),
                sets: KernelCapabilitySets(
                    effective: now.effective,
                    permitted: sets.permitted,
                    inheritable: sets.inheritable ?? .none,
                    bounding: now.bounding
                ),
                hasNoNewPrivileges: hasNoNewPrivileges,
                secureBits: secureBits,
                namespace: now.namespace
            )
        )
    }

    /// Returns the name of the thread in a sentence.
    ///
    /// - Parameter isOneOfSeveral: True if other threads of the process have other credentials.
    func name(of subject: Subject, isOneOfSeveral: Bool) -> String {
        let whole: String
        switch subject {
        case .current: whole = "this process"
        case .user: return subject.shortName
        case .process(let pid): whole = "process \(pid)"
        case .unitFile, .restartedUnit: return subject.description
        case .unit, .container: whole = process.map { "process \($0)" } ?? subject.description
        }
        guard isOneOfSeveral, let thread else { return whole }
        return "thread \(thread) of \(whole)"
    }
}

extension SubjectIdentity {
    /// The names of ``everyone``.
    func names(of subject: Subject) -> [String] {
        everyone.map { $0.name(of: subject, isOneOfSeveral: !differing.isEmpty) }
    }

    /// Returns what each thread can reach by itself, for a use that takes a kernel capability, a group or a user.
    ///
    /// - Parameter own: The user namespace of the asking process.
    func reach(
        of subject: Subject,
        for capability: KernelCapability,
        groups: PingGroups? = nil,
        from own: UserNamespace,
        suffices: (SubjectCredentials) -> Bool
    ) -> [ReachFinding] {
        zip(everyone, names(of: subject)).map { thread, name in
            let found = thread.byItself(capability, groups, from: own, suffices)
            return ReachFinding(name, found)
        }
    }
}
