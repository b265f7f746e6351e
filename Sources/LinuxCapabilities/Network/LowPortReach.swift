import Kernel

extension NetworkSubject {
    private static let setting = "net.ipv4.ip_unprivileged_port_start"

    /// Returns what each thread could do by itself to get a low port: raise CAP_NET_BIND_SERVICE, or lower the first
    /// unprivileged port. The host's root may lower it without any kernel capability.
    func lowPortReach() async throws -> [ReachFinding] {
        let owners = try await network.owners()
        let namespace = try userNamespace()
        func reach(settingIsWritable: Bool) throws -> [ReachFinding] {
            try self.reach(for: .netBindService) { [hasUnmappedIDs] thread in
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
                if isHeld(.netBindService) { return true }
                return settingIsWritable && (isHeld(.netAdmin) || thread.user.effective == 0)
            }
        }
        let first = try reach(settingIsWritable: false)
        let settings = try await judgeSetting()
        let answers = settings.map { $0.answer == .yes || $0.isLeftToFileSystem }
        if zip(settings, answers).allSatisfy({ !$1 && $0.answer != .unknown }) { return first }
        let isWritable = answers[0]
        return zip(first, try reach(settingIsWritable: true)).map { first, second in
            if case .may = first.found { return first }
            guard case .may(let how) = second.found else { return first }
            if isWritable {
                let step = how.isEmpty ? "it can lower" : "\(how), and lower"
                return ReachFinding(first.who, .may("\(step) \(Self.setting)"))
            }
            guard case .no = first.found else { return first }
            return ReachFinding(first.who, .unknown("it may be able to lower \(Self.setting)"))
        }
    }

    /// Judges whether root without kernel capabilities may write the setting there, and whether each thread may now.
    /// proc(5) decides by the mode of the file, if nothing above it refuses, and by CAP_NET_ADMIN. See
    /// `net_ctl_permissions` in `net/sysctl_net.c`.
    private func judgeSetting() async throws -> [FileJudgement] {
        let sets = SubjectCredentials.KnownSets(effective: .none, permitted: .none)
        var who = try everyone()
        who.differing = who.everyone
        who.credentials = SubjectCredentials(user: 0, group: 0, groups: [], sets: sets)
        let path = "/proc/sys/net/ipv4/ip_unprivileged_port_start"
        let inquiry = FileInquiry(.write, path, follow: nil)
        return try await host.files.judge(inquiry, for: who)
    }
}
