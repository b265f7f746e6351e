import AccessModel
import LinuxSystem
import Procedures

/// A walk as rows of a report, one a component, as namei(1) `-l` would list them.
struct WalkEvidence {
    let evidence: [Evidence]

    /// - Parameter refusal: What refuses the object itself, where its permissions do not.
    init(_ facts: WalkFacts, _ action: FileAccess.Action, refusal: String?) {
        let steps = facts.walk.steps
        let reached = facts.walk.stop == nil
        let rows = steps.indices.map { index in
            let step = steps[index]
            if let target = step.target {
                return Evidence("\(step.path) -> \(target)", facts: facts.listing(of: step))
            }
            let isObject = reached && index == steps.count - 1
            let holds = !isObject && step.searchRefusal == nil
            let wanted = isObject ? action.permissions : .execute
            let found = facts.finding(of: step, wanted: wanted, holds: holds)
            return Evidence(
                step.path,
                facts: facts.listing(of: step),
                question: isObject ? action.rawValue : "search",
                finding: isObject ? refusal ?? found : found,
                holds: holds
            )
        }
        evidence = rows + (Self.missing(facts.walk).map { [$0] } ?? [])
    }

    /// The row of a component that the walk could not reach, where no row before it says why.
    private static func missing(_ walk: PathWalk) -> Evidence? {
        guard let stop = walk.stop, walk.steps.last?.searchRefusal == nil else { return nil }
        let finding = stop.code == Errno.ENOENT ? "does not exist" : errorText(stop.code)
        return Evidence(walk.stopPath, finding: finding, holds: false)
    }
}

extension FileAccess.Action {
    var permissions: Permissions {
        switch self {
        case .read: .read
        case .write: .write
        case .execute: .execute
        }
    }
}

extension WalkFacts {
    /// `drwx--x--- root:ssl-cert`.
    func listing(of step: WalkStep) -> String {
        "\(step.facts.symbolicMode)\(step.list == nil ? "" : "+") \(owners(of: step))"
    }

    /// `0710 root:ssl-cert, and www-data is not in ssl-cert`: what decides, when it says no.
    func summary(of step: WalkStep, wanted: Permissions) -> String {
        let decision = decision(on: step, wanted)
        let octal = String(step.facts.mode, radix: 8)
        let mode = String(repeating: "0", count: max(0, 4 - octal.count)) + octal
        let head = "\(mode)\(step.list == nil ? "" : "+") \(owners(of: step))"
        guard !decision.isPermitted else {
            return "\(head), yet the kernel refuses\(Self.otherCause)"
        }
        return "\(head), and \(clause(decision, step, wanted))"
    }

    /// `others r-x`, `others ---, and www-data is not in ssl-cert`, `CAP_DAC_OVERRIDE overrides owner r--`.
    func finding(of step: WalkStep, wanted: Permissions, holds: Bool) -> String {
        let decision = decision(on: step, wanted)
        let granted = "\(className(decision.permissionClass)) \(decision.granted)"
        switch (holds, decision.isPermitted) {
        case (true, _):
            return decision.override.map { "\($0) overrides \(granted)" } ?? granted
        case (false, true): return "\(granted), yet the kernel refuses\(Self.otherCause)"
        case (false, false): return "\(granted), and \(clause(decision, step, wanted))"
        }
    }

    func userName(_ uid: UInt32) -> String { userNames[uid] ?? "uid \(uid)" }

    func groupName(_ gid: UInt32) -> String { groupNames[gid] ?? "gid \(gid)" }

    private static let otherCause =
        "; a mount, a file attribute or a security module may be the cause"

    private func owners(of step: WalkStep) -> String {
        let user = userNames[step.facts.uid] ?? "\(step.facts.uid)"
        return "\(user):\(groupNames[step.facts.gid] ?? "\(step.facts.gid)")"
    }

    private func decision(on step: WalkStep, _ wanted: Permissions) -> InodeDecision {
        let subject = Credentials(
            user: user,
            group: group,
            groups: groups,
            effective: KernelCapabilitySet(mask: effective)
        )
        let list = step.list?.entries.map(ListEntry.init)
        return Place(step).decision(wanted, list: list, subject)
    }

    private func className(_ permissionClass: PermissionClass) -> String {
        switch permissionClass {
        case .owner: "owner"
        case .group: "group"
        case .other: "others"
        case .listUser(let uid): "user:\(userName(uid))"
        case .listOwningGroup: "group:"
        case .listGroup(let gid): "group:\(groupName(gid))"
        case .listOther: "other:"
        }
    }

    /// What of the subject, or of the file, makes that class say no.
    private func clause(
        _ decision: InodeDecision,
        _ step: WalkStep,
        _ wanted: Permissions
    ) -> String {
        let name = userName(user)
        let isExecutable = step.facts.kind == .directory || step.facts.mode & 0o111 != 0
        guard !wanted.contains(.execute) || isExecutable else { return "no execute bit is set" }
        switch decision.permissionClass {
        case .owner: return "\(name) owns it"
        case .group: return "\(name) is in \(groupName(step.facts.gid))"
        case .other:
            let group = Permissions(rawValue: UInt8(step.facts.mode >> 3 & 7))
            // A group that may not either is no way in.
            guard group.isSuperset(of: wanted) else {
                return "\(name) is not \(userName(step.facts.uid))"
            }
            return "\(name) is not in \(groupName(step.facts.gid))"
        case .listUser, .listOwningGroup, .listGroup, .listOther:
            let entry = "\(className(decision.permissionClass)):\(decision.granted)"
            return "its access list gives \(name) \(entry)"
        }
    }
}

extension Place {
    fileprivate init(_ step: WalkStep) {
        self.init(
            step.facts.kind == .directory ? .directory : .regular,
            mode: step.facts.mode,
            uid: step.facts.uid,
            gid: step.facts.gid
        )
    }
}

extension ListEntry {
    fileprivate init(_ entry: AccessList.Entry) {
        let tag: Tag =
            switch entry.tag {
            case .owner: .owner
            case .user: .user(entry.id)
            case .owningGroup: .owningGroup
            case .group: .group(entry.id)
            case .mask: .mask
            case .other: .other
            }
        self.init(tag, Permissions(rawValue: entry.permissions))
    }
}
