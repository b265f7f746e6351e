import AccessModel
import Kernel
import ServiceModel

/// The start of a command of a service: what systemd makes of its own credentials before it executes the program.
///
/// The order of the calls is that of exec_child in src/core/execute.c of systemd 252.
struct ServiceStart {
    /// The ids that the settings name, from the name service.
    struct IDs: Hashable {
        /// `User=`; nil leaves the ids of systemd.
        var user: UInt32?
        /// `Group=`, or the primary group of the user; nil leaves those of systemd.
        var group: UInt32?
        /// The groups of initgroups(3). It is not called without a user, nor for group 0.
        var initial: Set<UInt32>?
        /// `SupplementaryGroups=`.
        var supplementary: Set<UInt32> = []
    }

    /// The step at which a start fails, by the status in "Process Exit Codes" of systemd.exec(5).
    enum Failure: Error, Hashable {
        case groups, user, capabilities, secureBits
        case unknownUser(String)
        case unknownGroup(String)
        case noProgram(String)
        /// systemd itself may not execute the program, although the service may.
        case programOutOfReach(String)
        /// systemd has no CAP_SYS_ADMIN, and insists on the mounts of a setting.
        case mounts(String)

        var description: String {
            switch self {
            case .groups: "with status 216/GROUP: its groups cannot be set"
            case .user: "with status 217/USER: its user cannot be set"
            case .capabilities: "with status 218/CAPABILITIES: its capabilities cannot be set"
            case .secureBits: "with status 213/SECUREBITS: its secure bits cannot be set"
            case .unknownUser(let name): "with status 217/USER: user `\(name)` does not exist here"
            case .unknownGroup(let name):
                "with status 216/GROUP: group `\(name)` does not exist here"
            case .mounts(let setting):
                "with status 226/NAMESPACE: systemd has no CAP_SYS_ADMIN to make the mounts of \(setting)"
            case .noProgram(let name): "with status 203/EXEC: program `\(name)` is not found"
            case .programOutOfReach(let path):
                "with status 203/EXEC: systemd checks first if it may execute `\(path)`, and it may not"
            }
        }
    }

    let settings: ServiceSettings
    let command: ServiceCommand
    let ids: IDs
    let kernel: RunningKernel

    /// Returns the credentials at execve(2).
    ///
    /// - Parameter manager: Those of systemd.
    func credentials(from manager: ProcessCredentials) throws(Failure) -> ProcessCredentials {
        var new = manager
        let setsIDs = command.privilege == .asSet
        if let initial = ids.initial {
            try step(.groups, &new) { one throws(CredentialRefusal) in
                try one.settingSupplementaryGroups(initial)
            }
        }
        if setsIDs { try setGroups(&new) }
        if hasOwnUsers { becomeAlone(&new) }
        if command.privilege != .full {
            try limitSets(&new)
            try raiseAmbient(&new)
        }
        if setsIDs, let user = ids.user { try set(user, &new) }
        if command.privilege != .full { try settle(&new) }
        return new
    }

    /// True if it has a user namespace of its own.
    var hasOwnUsers: Bool { settings.privateUsers?.value == true && command.privilege != .full }

    /// Enters a new user namespace with the ids of systemd and those of the service (setup_private_users). It has all
    /// kernel capabilities there; see set_cred_user_ns in kernel/user_namespace.c of the kernel.
    private func becomeAlone(_ new: inout ProcessCredentials) {
        func map(_ own: UInt32, _ id: UInt32?) -> IDMap {
            let all = Set([own, id ?? own]).sorted()
            return IDMap(all.map { IDMap.Range(inside: $0, outside: $0, count: 1) })
        }
        let all = kernel.known
        new.sets = KernelCapabilitySets(effective: all, permitted: all, bounding: all)
        new.secureBits = []
        new.namespace = NamespaceLineage(
            // No namespace has this number.
            own: NamespaceLineage.Member(
                identity: 0,
                owner: 0,
                ids: UserNamespace(
                    users: map(0, ids.user),
                    groups: map(0, ids.group),
                    allowsSetgroups: false
                ),
                allowsSettingGroups: false
            ),
            ancestors: new.namespace.members
        )
    }

    private func step(
        _ failure: Failure,
        _ credentials: inout ProcessCredentials,
        _ call: (ProcessCredentials) throws(CredentialRefusal) -> ProcessCredentials
    ) throws(Failure) {
        do throws(CredentialRefusal) { credentials = try call(credentials) } catch { throw failure }
    }

    private func setGroups(_ new: inout ProcessCredentials) throws(Failure) {
        if !ids.supplementary.isEmpty {
            let all = (ids.initial ?? []).union(ids.supplementary)
            try step(.groups, &new) { one throws(CredentialRefusal) in
                try one.settingSupplementaryGroups(all)
            }
        }
        guard let group = ids.group else { return }
        try step(.groups, &new) { one throws(CredentialRefusal) in
            try one.settingGroups(real: group, effective: group, saved: group)
        }
    }

    /// A capability outside the bounding set is not inheritable either (capability_bounding_set_drop).
    private func limitSets(_ new: inout ProcessCredentials) throws(Failure) {
        let kept = settings.keptCapabilities
        let dropped = new.sets.bounding.intersection(kernel.known).subtracting(kept)
        for capability in dropped.members {
            try step(.capabilities, &new) { one throws(CredentialRefusal) in
                try one.droppingFromBounding(capability, on: kernel)
            }
        }
        try setInheritable(new.sets.inheritable.intersection(kept), &new)
    }

    private func setInheritable(
        _ set: KernelCapabilitySet,
        _ new: inout ProcessCredentials
    ) throws(Failure) {
        guard set != new.sets.inheritable else { return }
        try step(.capabilities, &new) { one throws(CredentialRefusal) in
            try one.settingCapabilities(
                effective: one.sets.effective,
                permitted: one.sets.permitted,
                inheritable: set,
                on: kernel
            )
        }
    }

    /// A capability outside the bounding set is left out silently (capability_ambient_set_apply).
    private func raiseAmbient(_ new: inout ProcessCredentials) throws(Failure) {
        let wanted = (settings.ambientSet?.value ?? .none).intersection(new.sets.bounding)
        try setInheritable(wanted, &new)
        for capability in wanted.members {
            try step(.capabilities, &new) { one throws(CredentialRefusal) in
                try one.raisingAmbient(capability, on: kernel)
            }
        }
    }

    /// The sets are kept through the change of the user if something needs them after it (enforce_user).
    private func set(_ user: UInt32, _ new: inout ProcessCredentials) throws(Failure) {
        let wantsAmbient = !(settings.ambientSet?.value ?? .none).isEmpty
        let bits = settings.secureBits?.value ?? []
        if user != 0, wantsAmbient || !bits.isEmpty {
            try step(.user, &new) { one throws(CredentialRefusal) in
                try one.settingSecureBits(one.secureBits.union(.keepCaps), on: kernel)
            }
        }
        try step(.user, &new) { one throws(CredentialRefusal) in
            try one.settingUsers(real: user, effective: user, saved: user)
        }
        // The change of the user has cleared the ambient set.
        if wantsAmbient { try raiseAmbient(&new) }
    }

    private func settle(_ new: inout ProcessCredentials) throws(Failure) {
        let bits = settings.secureBits?.value ?? []
        if new.secureBits != bits {
            // CAP_SETPCAP is permitted, and systemd raises it for the call.
            try step(.secureBits, &new) { one throws(CredentialRefusal) in
                var raised = one
                raised.sets.effective = one.sets.permitted
                var changed = try raised.settingSecureBits(bits, on: kernel)
                changed.sets.effective = one.sets.effective
                return changed
            }
        }
        if settings.setsNoNewPrivileges(new) { new = new.settingNoNewPrivileges() }
    }
}

extension ProcessCredentials {
    /// True if it may map its own ids and others into a new user namespace; see "Defining user and group ID mappings" in
    /// user_namespaces(7). Without CAP_SYS_ADMIN, systemd makes the namespace before all others.
    var mayMakeUsers: Bool {
        let needed = KernelCapabilitySet([.setuid, .setgid, .setfcap, .sysAdmin])
        return user == CredentialIDs(0) && group == CredentialIDs(0)
            && needed.isSubset(of: sets.effective)
    }
}

extension ServiceSettings {
    /// The capabilities that the settings leave of those of systemd.
    fileprivate var keptCapabilities: KernelCapabilitySet {
        withheld.reduce(boundingSet?.value ?? .all) { $0.subtracting($1.value) }
    }

    /// Returns whether systemd sets `no_new_privs` (context_has_no_new_privileges).
    fileprivate func setsNoNewPrivileges(_ process: ProcessCredentials) -> Bool {
        if noNewPrivileges?.value == true { return true }
        let isFiltered = impliesNoNewPrivileges.contains(where: \.value)
        return isFiltered && !process.sets.effective.contains(.sysAdmin)
    }
}
