package import AccessModel
import Kernel
import Procedures

/// Says what the rules found about files, for one subject.
package struct FileWords {
    let tree: FileTree
    let subject: Credentials
    let names: IDNames

    package init(_ tree: FileTree, _ subject: Credentials, _ names: IDNames = IDNames()) {
        self.tree = tree
        self.subject = subject
        self.names = names
    }

    /// What stops a question about a path, in one line; the file that does is named where it is another.
    package func sentence(for stop: Stop, about path: String) -> String {
        let (place, words) = finding(of: stop)
        if case .unknown(let unknown) = stop,
            let sentence = untoldSentence(for: unknown, about: path)
        {
            return sentence
        }
        guard let place, tree.path(of: place) != path else { return words }
        return "\(tree.path(of: place)) \(words)"
    }

    private func finding(of stop: Stop) -> (PlaceID?, String) {
        switch stop {
        case .refused(let refusal): (refusal.place, words(for: refusal))
        case .unknown(let unknown): (unknown.place, words(for: unknown))
        case .lacks: (nil, "was not looked at")
        }
    }

    /// `drwx--x--- root:ssl-cert`.
    func listing(of id: PlaceID) -> String {
        "\(tree[id].symbolicMode)\(plus(id)) \(owners(of: id))"
    }

    /// `0710 root:ssl-cert, and www-data is not in ssl-cert`.
    func summary(of id: PlaceID, _ wanted: Permissions) -> String {
        let decision = tree.decision(wanted, on: id, subject)
        return
            "\(tree[id].octalMode)\(plus(id)) \(owners(of: id)), and \(clause(decision, id, wanted))"
    }

    /// `others r-x`, `others ---, and www-data is not in ssl-cert`, `CAP_DAC_OVERRIDE overrides owner r--`.
    func finding(on id: PlaceID, _ wanted: Permissions) -> String {
        let decision = tree.decision(wanted, on: id, subject)
        let granted = "\(className(decision.permissionClass)) \(decision.granted)"
        if let override = decision.override { return "\(override) overrides \(granted)" }
        guard !decision.isPermitted else { return granted }
        return "\(granted), and \(clause(decision, id, wanted))"
    }

    private func plus(_ id: PlaceID) -> String { tree.list(of: id) == nil ? "" : "+" }

    private func owners(of id: PlaceID) -> String { names.owners(tree[id].uid, tree[id].gid) }

    private func className(_ permissionClass: PermissionClass) -> String {
        switch permissionClass {
        case .owner: "owner"
        case .group: "group"
        case .other: "others"
        case .listUser(let uid): "user:\(names.user(uid))"
        case .listOwningGroup: "group:"
        case .listGroup(let gid): "group:\(names.group(gid))"
        case .listOther: "other:"
        }
    }

    /// What of the subject, or of the file, makes that class say no.
    private func clause(
        _ decision: InodeDecision,
        _ id: PlaceID,
        _ wanted: Permissions
    ) -> String {
        let place = tree[id]
        let name = names.user(subject.user)
        let isExecutable = place.kind == .directory || place.mode & 0o111 != 0
        guard !wanted.contains(.execute) || isExecutable else { return "no execute bit is set" }
        switch decision.permissionClass {
        case .owner: return "\(name) owns it"
        case .group: return "\(name) is in \(names.group(place.gid))"
        case .other:
            let group = Permissions(rawValue: UInt8(place.mode >> 3 & 7))
            // A group that may not either is no way in.
            guard group.isSuperset(of: wanted) else {
                return "\(name) is not \(names.user(place.uid))"
            }
            return "\(name) is not in \(names.group(place.gid))"
        case .listUser, .listOwningGroup, .listGroup, .listOther:
            let entry = "\(className(decision.permissionClass)):\(decision.granted)"
            return "its access list gives \(name) \(entry)"
        }
    }
}
