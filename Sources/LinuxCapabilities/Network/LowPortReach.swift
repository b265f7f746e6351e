import AccessModel
import LinuxSystem

extension NetworkSubject {
    private static let setting = "/proc/sys/net/ipv4/ip_unprivileged_port_start"

    /// What each thread could by itself about a low port: raise CAP_NET_BIND_SERVICE, or lower the first
    /// port that takes none, which root may without any kernel capability.
    func lowPortReach() async throws -> [ReachFinding] {
        let owners = try await network.owners()
        let namespace = try userNamespace()
        let root =
            try everyone().place.flatMap(\.userMap)
            .map { AccessModel.IDMap($0).outside(of: 0) } ?? 0
        let isWritable = try await isSettingWritable(by: root)
        return try reach(for: .netBindService) { [hasUnmappedIDs] thread in
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
            return isWritable && (isHeld(.netAdmin) || thread.effectiveUser == root)
        }
    }

    private func isSettingWritable(by root: UInt32?) async throws -> Bool {
        guard let root else { return false }
        let sets = SubjectCredentials.KnownSets(effective: 0, permitted: 0)
        let credentials = SubjectCredentials(user: root, group: root, groups: [], sets: sets)
        var who = try everyone()
        (who.credentials, who.differing) = (credentials, [])
        let inquiry = FileInquiry(.write, Self.setting, follow: nil)
        return try await host.files.judge(inquiry, for: who).allSatisfy { $0.answer == .yes }
    }
}
