import AccessModel
import Kernel

/// A setting of a network that takes the place of a kernel capability.
enum NetworkSetting: String {
    /// The first port that needs no CAP_NET_BIND_SERVICE.
    case firstUnprivilegedPort = "net.ipv4.ip_unprivileged_port_start"
    /// The groups that need no CAP_NET_RAW for ICMP echo, see icmp(7).
    case pingGroups = "net.ipv4.ping_group_range"

    fileprivate var path: String { "/proc/sys/" + rawValue.replacing(".", with: "/") }

    fileprivate var change: String { self == .pingGroups ? "widen" : "lower" }
}

extension NetworkSubject {
    /// Returns what each thread could do by itself: raise a kernel capability, or change a setting so that it needs none.
    /// The host's root may change it without any kernel capability.
    ///
    /// - Parameters:
    ///   - setting: Nil if no setting takes the place of the capability.
    ///   - groups: The groups that need no capability now.
    func reach(
        for capability: KernelCapability,
        orChanging setting: NetworkSetting?,
        groups: PingGroups? = nil
    ) async throws -> [ReachFinding] {
        let owners = try await network.owners()
        let namespace = try userNamespace()
        func reach(settingIsWritable: Bool) throws -> [ReachFinding] {
            try self.reach(for: capability, groups: groups) { [hasUnmappedIDs] thread in
                func isHeld(_ capability: KernelCapability) -> Bool {
                    let privilege = PortClaim.Privilege(
                        capability,
                        of: [thread],
                        from: namespace,
                        over: owners,
                        hasUnmappedIDs: hasUnmappedIDs
                    )
                    return privilege == .held
                }
                if groups?.permits(thread) == true || isHeld(capability) { return true }
                return settingIsWritable && (isHeld(.netAdmin) || thread.user.effective == 0)
            }
        }
        let first = try reach(settingIsWritable: false)
        guard let setting else { return first }
        let settings = try await judge(setting)
        let answers = settings.map { $0.answer == .yes || $0.isLeftToFileSystem }
        if zip(settings, answers).allSatisfy({ !$1 && $0.answer != .unknown }) { return first }
        let isWritable = answers[0]
        return zip(first, try reach(settingIsWritable: true)).map { first, second in
            if case .may = first.found { return first }
            guard case .may(let how) = second.found else { return first }
            let change = "\(setting.change) \(setting.rawValue)"
            if isWritable {
                let step = how.isEmpty ? "it can \(change)" : "\(how), and \(change)"
                return ReachFinding(first.who, .may(step))
            }
            guard case .no = first.found else { return first }
            return ReachFinding(first.who, .unknown("it may be able to \(change)"))
        }
    }

    /// Judges whether root without kernel capabilities may write the setting there, and whether each thread may now.
    /// proc(5) decides by the mode of the file, if nothing above it refuses, and by CAP_NET_ADMIN. See
    /// `net_ctl_permissions` in `net/sysctl_net.c`.
    private func judge(_ setting: NetworkSetting) async throws -> [FileJudgement] {
        let sets = SubjectCredentials.KnownSets(effective: .none, permitted: .none)
        var who = try everyone()
        who.differing = who.everyone
        let userNamespace = who.credentials.userNamespace
        who.credentials = SubjectCredentials(user: 0, group: 0, groups: [], sets: sets)
        who.credentials.userNamespace = userNamespace
        return try await host.files.judge(FileInquiry(.write, setting.path, follow: nil), for: who)
    }
}
