import Kernel
import ServiceModel

extension Host {
    /// Returns the ids that the settings name (get_fixed_user, get_fixed_group and get_supplementary_groups in
    /// src/core/execute.c).
    func ids(of settings: ServiceSettings) async throws -> ServiceStart.IDs {
        var ids = ServiceStart.IDs()
        if settings.isUserDynamic?.value == true {
            try await wantMadeUp(settings)
            ids.user = Self.dynamicUser
            ids.group = Self.dynamicUser
            ids.initial = [Self.dynamicUser]
        } else if let user = settings.user?.value {
            let found: FoundAccount
            if let group = settings.group?.value {
                found = try await accounts.account(of: user, inGroup: group)
            } else {
                found = try await accounts.account(of: user, groups: nil)
            }
            guard case .known(let account) = found else {
                if case .noGroup(let group) = found {
                    throw ServiceStart.Failure.unknownGroup(group)
                }
                throw ServiceStart.Failure.unknownUser(user)
            }
            ids.user = account.user
            ids.group = account.groups.first
            if ids.group != 0 { ids.initial = Set(account.groups) }
        } else if let group = settings.group {
            ids.group = try await self.group(group.value)
        }
        for group in settings.supplementaryGroups {
            ids.supplementary.insert(try await self.group(group.value))
        }
        return ids
    }

    /// Requires that systemd makes up a user and a group. It takes those that exist, also in part
    /// (dynamic_user_realize in src/core/dynamic-user.c).
    private func wantMadeUp(_ settings: ServiceSettings) async throws {
        let name = settings.user?.value
        guard settings.group?.value == name else {
            throw NotModelled(problem: "has a dynamic user with another `Group=`")
        }
        guard let name else { return }
        guard SubjectNumber(name) == nil else {
            throw NotModelled(problem: "has a dynamic user with the number \(name)")
        }
        let user = try await accounts.account(of: name, groups: nil)
        let group = try await accounts.account(of: "root", groups: [name])
        guard user == .noUser, group == .noGroup(name) else {
            let problem = "has a dynamic user named `\(name)`, and a user or group has this name"
            throw NotModelled(problem: problem)
        }
    }

    private func group(_ name: String) async throws -> UInt32 {
        let found = try await accounts.account(of: "root", inGroup: name)
        guard case .known(let account) = found, let group = account.groups.first else {
            throw ServiceStart.Failure.unknownGroup(name)
        }
        return group
    }

    /// A number of those that systemd makes up: `DYNAMIC_UID_MIN` of its build, see "Dynamic users" of systemd.exec(5).
    private static var dynamicUser: UInt32 { 61_184 }
}

/// The reason why the credentials of a service are not known.
struct NotModelled: Error { let problem: String }
