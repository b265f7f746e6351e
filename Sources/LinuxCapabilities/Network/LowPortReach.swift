import AccessModel
import LinuxSystem

extension NetworkSubject {
    private static let setting = "net.ipv4.ip_unprivileged_port_start"

    /// What each thread could by itself about a low port: raise CAP_NET_BIND_SERVICE, or lower the first
    /// port that takes none, which the host's root may without any kernel capability.
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
                return settingIsWritable && (isHeld(.netAdmin) || thread.effectiveUser == 0)
            }
        }
        switch try await isSettingWritable() {
        case .yes: return try reach(settingIsWritable: true)
        case .no: return try reach(settingIsWritable: false)
        case .unknown:
            let pairs = zip(
                try reach(settingIsWritable: false),
                try reach(settingIsWritable: true)
            )
            return pairs.map { certain, possible in
                guard case .no = certain.found, case .may = possible.found else { return certain }
                let doubt = "it may be able to lower \(Self.setting)"
                return ReachFinding(certain.who, .unknown(doubt))
            }
        }
    }

    /// Whether root may write it there, without any kernel capability.
    private func isSettingWritable() async throws -> FileJudgement.Answer {
        let sets = SubjectCredentials.KnownSets(effective: 0, permitted: 0)
        var who = try everyone()
        who.credentials = SubjectCredentials(user: 0, group: 0, groups: [], sets: sets)
        who.differing = []
        let path = "/proc/sys/net/ipv4/ip_unprivileged_port_start"
        let inquiry = FileInquiry(.write, path, follow: nil)
        return try await host.files.judge(inquiry, for: who)[0].answer
    }
}
