import Capabilities
package import Kernel
package import LinuxSystem
package import Procedures
package import ServiceModel

/// The credentials of a subject, with ids of this process' user namespace; see credentials(7).
package struct SubjectCredentials: Hashable, Sendable {
    /// The thread with these credentials; nil for a user, who has no process yet.
    package var thread: Int32?
    /// The process that the thread belongs to; nil for a user.
    package var process: Int32?
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: Set<UInt32>
    package var sets: KnownSets
    /// `PR_SET_NO_NEW_PRIVS`; false for a user, whose program is started without it.
    package var hasNoNewPrivileges: Bool
    /// None for a user; nil if they are not known, as for every thread except the calling one.
    package var secureBits: SecureBits?
    /// Its user namespace, with ids of ours; nil if that is ours, or if that is not known.
    package var userNamespace: UserNamespace?

    /// The five sets of capabilities; nil for a set that is not known.
    package struct KnownSets: Hashable, Sendable {
        package var effective: KernelCapabilitySet
        package var permitted: KernelCapabilitySet
        package var inheritable: KernelCapabilitySet?
        package var bounding: KernelCapabilitySet?
        package var ambient: KernelCapabilitySet?
    }

    /// True for root, also that of its user namespace.
    var isRoot: Bool {
        user.effective == 0 || userNamespace?.users.inside(of: user.effective) == 0
    }

    /// The identity that a thread of ours assumes to ask in the subject's place.
    package var assumed: AssumedIdentity {
        AssumedIdentity(
            user: user.fileSystem,
            group: group.fileSystem,
            groups: groups,
            effective: sets.effective
        )
    }
}

extension SubjectCredentials {
    package init(_ thread: ThreadCredentials) {
        let sets = thread.capabilities
        self.init(
            thread: thread.thread,
            process: thread.process,
            user: thread.user,
            group: thread.group,
            groups: Set(thread.groups),
            sets: KnownSets(
                effective: sets.effective,
                permitted: sets.permitted,
                inheritable: sets.inheritable,
                bounding: sets.bounding,
                ambient: sets.ambient
            ),
            hasNoNewPrivileges: thread.hasNoNewPrivileges,
            secureBits: thread.secureBits
        )
    }

    /// Credentials of no thread yet, with the same user in all four places, and the same group.
    package init(user: UInt32, group: UInt32, groups: Set<UInt32>, sets: KnownSets) {
        self.init(
            thread: nil,
            process: nil,
            user: CredentialIDs(user),
            group: CredentialIDs(group),
            groups: groups,
            sets: sets,
            hasNoNewPrivileges: false,
            secureBits: []
        )
    }

    /// Creates the credentials of a program that a user has just started. Its effective kernel capabilities are also
    /// permitted.
    package init(_ account: SubjectAccount, effective: KernelCapabilitySet) {
        self.init(
            user: account.user,
            group: account.groups.first ?? 0,
            groups: Set(account.groups),
            sets: KnownSets(effective: effective, permitted: effective)
        )
    }

    /// The same credentials without the ids of the thread and its process, which decide nothing.
    var ofAnyThread: Self {
        var credentials = self
        (credentials.thread, credentials.process) = (nil, nil)
        return credentials
    }
}

/// A subject, and its place.
package struct SubjectIdentity: Hashable, Sendable {
    /// The credentials of the main thread, if there are several threads.
    package var credentials: SubjectCredentials
    /// The credentials of threads that differ from the main thread, one of each kind. An answer holds for the process
    /// if it holds for all of them.
    package var differing: [SubjectCredentials] = []
    /// The namespaces of another process; nil for users and for this process, which are in ours.
    package var place: SubjectPlace?
    /// The settings that decide which files a service would see; nil for every subject but a service that does not run.
    package var sandbox: FileSandbox?
    /// The filters of system calls of such a service, or of a process whose filters were read.
    package var filters = SystemCallFilters()
    /// The setting that gives such a service a network of its own.
    package var privateNetwork: NamedSetting?
    /// Settings of such a service whose effect is not known.
    package var unknownSettings: [UnknownSetting] = []
    /// Settings of such a service that systemd ignores.
    package var notEnforcedSettings: [NotEnforcedSetting] = []
    /// The assumptions of a yes about such a service.
    package var startAssumptions: [Assumption] = []
    /// The commands that must start before such a service counts as started, as `--command` names them.
    package var startingCommands: [String] = []
    /// The directory that such a service enters first; nil for `/` and for one that may be missing.
    package var workingDirectory: String?
    /// The credentials with which such a service enters it, before its program is executed.
    package var starting: SubjectCredentials?
    /// True if processes of such a service run now, and may survive its stop.
    package var mayLeaveProcesses = false
    /// True if systemd makes up the user of such a service, so that its number is not known.
    package var isDynamicUser = false
    /// The number of threads, and of their processes; one each for a user.
    package var threads = 1
    package var processes = 1
    /// Other processes of the same unit with the same credentials, namespaces and root directory.
    package var alike: [Int32] = []

    /// The credentials of each thread for which a yes must hold.
    package var everyone: [SubjectCredentials] { [credentials] + differing }
}

extension SubjectIdentity {
    /// Returns whether both lead to the same decisions. Threads without differences may have started or ended.
    func isSame(as other: Self) -> Bool {
        credentials == other.credentials && differing == other.differing && place == other.place
    }
}

extension SubjectIdentity {
    /// False if a setting of a service refuses it sockets of the family AF_UNIX.
    package var mayUseUnixSockets: Bool {
        filters.decision(on: [.family([.unix])]) == .permitted
    }

    /// The names of the settings of a service that systemd or the kernel ignores.
    package var namesNotEnforced: [String] { notEnforcedSettings.map(\.setting.name) }

    /// Returns the verdict about a service after its filters of system calls, with its assumptions and with the settings
    /// that are not enforced; or why it is not known: a setting that the model does not know may decide it.
    ///
    /// - Parameters:
    ///   - scope: What the verdict is about.
    ///   - use: The system calls that it needs.
    ///   - object: The object of the question, for a refusal by a filter.
    func settling(
        _ verdict: Verdict,
        about scope: UnknownSetting.Scope,
        of subject: Subject,
        using use: SystemCallUse = .none,
        on object: String = ""
    ) -> Verdict {
        let verdict = filters.settling(verdict, use, on: object)
        let decisive = unknownSettings.first { setting in
            !setting.scope.isDisjoint(with: scope)
                && (verdict.isAuthorized || verdict.isWithinReach || setting.mayAllow(scope))
        }
        let ignored = notEnforcedSettings.filter { !$0.setting.scope.isDisjoint(with: scope) }
        guard let decisive else {
            // A no does not rest on an assumption.
            if !verdict.isAuthorized,
                let doubtful = ignored.first(where: { $0.isDoubtful })?.setting
            {
                let help = doubtful.likelyName.map { ", or write `\($0)=`" } ?? ""
                let message =
                    "has \(doubtful.name)= in \(doubtful.place), which may decide it unless systemd is "
                    + "version \(SystemdBuild.followed); name the version\(help)"
                return .undetermined([
                    Reason(.settingNotModelled, subject.description, message)
                ])
            }
            return verdict.assuming(
                assumptions(about: scope, ignored),
                about: subject.description
            ).noting(ignored, of: subject.description)
        }
        let effect = decisive.mayAllow(scope) ? "decide" : "refuse"
        let help = decisive.likelyName.map { "; did you mean `\($0)=`?" } ?? ""
        let message =
            "has \(decisive.name)= in \(decisive.place), which may \(effect) it and is not modelled"
            + help
        return .undetermined([Reason(.settingNotModelled, subject.description, message)])
    }

    private func assumptions(
        about scope: UnknownSetting.Scope,
        _ ignored: [NotEnforcedSetting]
    ) -> [Assumption] {
        var all = startAssumptions
        if isDynamicUser, scope.contains(.files) {
            let clause = "no file belongs to the user that systemd makes up for it (DynamicUser=)"
            all.append(Assumption(.dynamicUser, clause))
        }
        let names = ignored.filter(\.isAssumed).map { "\($0.setting.name)=" }
        if !names.isEmpty {
            let clause =
                "systemd \(SystemdBuild.followed) starts it, which does not have "
                + names.joined(separator: ", ")
            all.append(Assumption(.managerVersion, clause))
        }
        return all
    }
}

extension NotEnforcedSetting {
    /// True if it may be enforced after all, and allow something.
    fileprivate var isDoubtful: Bool { isAssumed && setting.mayAllow() }

    /// The setting, its place, and why it has no effect. The name of the service precedes it.
    package var message: String {
        "has \(setting.name)=\(setting.value) in \(setting.place), \(words)"
    }
}

extension Verdict {
    /// Returns the verdict with a reason for each setting that is not enforced, after its own reasons. A question about
    /// a device is settled twice, and has each reason once.
    fileprivate func noting(_ ignored: [NotEnforcedSetting], of subject: String) -> Verdict {
        guard !ignored.isEmpty else { return self }
        let notes = ignored.map { Reason(.settingNotEnforced, subject, $0.message) }
            .filter { !reasons.contains($0) }
        switch self {
        case .authorized(let own):
            let first = own.isEmpty ? [Reason(.permitted, subject, "is permitted")] : own
            return .authorized(first + notes)
        case .denied(let own): return .denied(own + notes)
        case .undetermined(let own): return .undetermined(own + notes)
        }
    }
}

extension Host {
    /// Returns this process with all its threads, the calling one first. A denial must hold for all of them.
    package func ownIdentity() throws -> SubjectIdentity {
        let threads = try processes.ownThreads()
        let own = SubjectCredentials(threads.calling)
        var identity = SubjectIdentity(credentials: own)
        for var one in threads.others.map(SubjectCredentials.init) {
            // Only a thread itself can read its securebits, and most threads have those of their creator.
            one.secureBits = own.secureBits
            let kind = one.ofAnyThread
            guard !identity.everyone.contains(where: { $0.ofAnyThread == kind }) else { continue }
            one.secureBits = nil
            identity.differing.append(one)
        }
        identity.threads = 1 + threads.others.count
        return identity
    }
}

/// The namespaces of another process, seen from this one.
package struct SubjectPlace: Hashable, Sendable {
    package var pid: Int32
    /// The start time of the process, in clock ticks since boot.
    package var startTime: UInt64
    package var namespaces: Result<Namespaces, SystemError>
    package var ours: Namespaces
    /// True if one of its ids may stand for another id that our user namespace does not map. Such an id is shown as the
    /// overflow id, and then equals no other id.
    package var hasUnmappedIDs: Bool

    /// True if its kernel capabilities count in the same user namespace as ours; nil if that is not known.
    package var isInOurUserNamespace: Bool? { isOurs(\.user) }
    package var seesOurMounts: Bool? { isOurs(\.mount) }
    package var isOnOurNetwork: Bool? { isOurs(\.network) }

    private func isOurs(_ namespace: KeyPath<Namespaces, NamespaceID>) -> Bool? {
        guard case .success(let theirs) = namespaces else { return nil }
        return theirs[keyPath: namespace] == ours[keyPath: namespace]
    }
}
