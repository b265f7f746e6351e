import Capabilities
package import AccessModel
import Kernel
import LinuxSystem
import Procedures

/// Describes the findings of the rules about files, for one subject.
package struct FileWords {
    let tree: FileTree
    let subject: Credentials
    let names: IDNames

    package init(_ tree: FileTree, _ subject: Credentials, _ names: IDNames = IDNames()) {
        self.tree = tree
        self.subject = subject
        self.names = names
    }

    /// Returns one line about the stop of a question. It names the file that stops it, if that is not the file at the
    /// path.
    ///
    /// - Parameter action: The question, so that the sentence can suggest another one; nil for no suggestion.
    package func sentence(
        for stop: Stop,
        about path: String,
        in action: FileAccess.Action? = nil
    ) -> String {
        let (place, words) = finding(of: stop, in: action)
        if case .unknown(let unknown) = stop,
            let sentence = undescribedSentence(for: unknown, about: path)
        {
            return sentence
        }
        guard let place, tree.path(of: place) != path else { return words }
        return "\(tree.path(of: place)) \(words)"
    }

    private func finding(of stop: Stop, in action: FileAccess.Action?) -> (PlaceID?, String) {
        switch stop {
        case .refused(let refusal): (refusal.place, words(for: refusal, in: action))
        case .unknown(let unknown): (unknown.place, words(for: unknown))
        case .lacks: (nil, "was not looked at")
        }
    }

    /// `drwx--x--- root:ssl-cert`.
    func listing(of id: PlaceID) -> String {
        "\(tree[id].symbolicMode)\(plus(id)) \(owners(of: id))"
    }

    /// ``0710 `root:ssl-cert`, and user `www-data` is not in group `ssl-cert` ``, or
    /// ``0600 `root:adm`: group ---, and user `www-data` is in group `adm` ``.
    func summary(of id: PlaceID, _ wanted: Permissions) -> String {
        let decision = tree.decision(wanted, on: id, subject)
        let file = "\(tree[id].octalMode)\(plus(id)) `\(owners(of: id))`"
        let clause = clause(decision, id, wanted)
        // To be the owner or in the group is a reason only beside what they may do.
        let isMember = [.owner, .group].contains(decision.permissionClass)
        return isMember ? "\(file): \(grant(decision)), and \(clause)" : "\(file), and \(clause)"
    }

    /// `others r-x`, ``others ---, and user `www-data` is not in group `ssl-cert` ``,
    /// `user:www-data:rw-, masked to r--`, `CAP_DAC_OVERRIDE overrides owner r--`.
    func finding(on id: PlaceID, _ wanted: Permissions) -> String {
        let decision = tree.decision(wanted, on: id, subject)
        var granted = grant(decision)
        // A refusal names the group in its clause.
        if decision.isPermitted, decision.entry == nil, decision.permissionClass == .group {
            granted = "\(names.groupPhrase(tree[id].gid)) \(decision.granted)"
        }
        if let override = decision.override { return "\(override) overrides \(granted)" }
        // The text of an entry already names its user or group.
        guard !decision.isPermitted, decision.entry == nil else { return granted }
        return "\(granted), and \(clause(decision, id, wanted))"
    }

    /// Returns the permissions that the class grants, as ls(1) or getfacl(1) shows them.
    private func grant(_ decision: InodeDecision) -> String {
        let name = className(decision.permissionClass)
        guard let entry = decision.entry else { return "\(name) \(decision.granted)" }
        guard entry != decision.granted else { return "\(name):\(entry)" }
        return "\(name):\(entry), masked to \(decision.granted)"
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

    /// Returns the property of the subject, or of the file, that makes the class refuse.
    private func clause(
        _ decision: InodeDecision,
        _ id: PlaceID,
        _ wanted: Permissions
    ) -> String {
        let place = tree[id]
        let name = names.userPhrase(subject.user)
        let isExecutable = place.kind == .directory || place.mode & 0o111 != 0
        guard !wanted.contains(.execute) || isExecutable else { return "no execute bit is set" }
        switch decision.permissionClass {
        case .owner: return "\(name) owns it"
        case .group: return "\(name) is in \(names.groupPhrase(place.gid))\(ignored(decision))"
        case .other:
            let group = Permissions(rawValue: UInt8(place.mode >> 3 & 7))
            // Membership in a group without the permission would not help.
            guard group.isSuperset(of: wanted) else {
                return "\(name) is not its owner\(ignored(decision))"
            }
            return "\(name) is not in \(names.groupPhrase(place.gid))"
        case .listUser, .listOwningGroup, .listGroup:
            return "the entry of its access list for \(name) is \(grant(decision))"
        case .listOther:
            return "its access list has no entry for \(name) and gives others \(decision.granted)"
        }
    }

    private func ignored(_ decision: InodeDecision) -> String {
        guard decision.ignoresList else { return "" }
        return
            "; the group bits, which are its mask, are ---, so the kernel ignores the access list"
    }
}

extension FileWords {
    /// A path to ask about instead of the directory itself.
    package static func newFile(in directory: String) -> String {
        (directory.endsInSlash ? directory : directory + "/") + "new"
    }

    /// Returns the text of a refusal, and the question that was probably meant.
    func words(for refusal: AccessModel.Refusal, in action: FileAccess.Action?) -> String {
        let words = words(for: refusal)
        let path = tree.path(of: refusal.place)
        switch refusal.cause {
        case .isADirectory where action?.writes == true,
            .exists where action == .create(.file) && tree[refusal.place].kind == .directory:
            return "\(words); to ask about new files in it, use `create \(Self.newFile(in: path))`"
        case .exists where action == .create(.file) && tree[refusal.place].kind == .regular:
            return "\(words); to ask about opening or creating it, use `open-create \(path)`"
        default: return words
        }
    }

    /// Returns the text of a refusal.
    func words(for refusal: AccessModel.Refusal) -> String {
        var owner: String { names.userPhrase(tree[refusal.place].uid) }
        var user: String { names.userPhrase(subject.user) }
        return switch refusal.cause {
        case .permissionRefused where isSearch(refusal):
            "is \(summary(of: refusal.place, refusal.wanted))\(content(of: refusal))"
        case .permissionRefused:
            "\(summary(of: refusal.place, refusal.wanted))\(content(of: refusal))"
        case .missing: "does not exist\(content(of: refusal))"
        case .notADirectory: "is not a directory"
        case .linkLoop: "leads through more than 40 symbolic links"
        case .nameTooLong, .pathTooLong: "is longer than the kernel takes"
        case .noSymlinkFollow:
            "is a symbolic link, and its mount forbids following links (nosymfollow)"
        case .unmappedOwner: "has an owner or group without an id on its idmapped mount"
        case .immutable: "is immutable (chattr +i)"
        case .appendOnly: "is append-only (chattr +a)"
        case .readOnlyMount:
            settings(of: refusal).readOnly.map {
                "is on a mount that \($0.text) makes read-only (\($0.place))"
            } ?? "is on a read-only mount\(point(of: refusal))"
        case .readOnlyFileSystem: "is on a read-only file system\(point(of: refusal))"
        case .noExecMount:
            settings(of: refusal).noExec.map {
                "is on a mount on which \($0.text) forbids execution (\($0.place))"
            } ?? "is on a mount that forbids execution (noexec)"
        case .noDevMount: "is a device on a nodev mount"
        case .hiddenProcess: "is hidden from other users by its mount of proc (hidepid)"
        case .activeSwap: "is an active swap file"
        case .encrypted: "is encrypted, and its key is not loaded"
        case .verity where refusal.error == .EPERM: "has fs-verity, so its content is read-only"
        case .verity: "uses fs-verity, which this kernel does not support"
        case .readOnlyUpper: "is on an overlay whose upper layer is read-only"
        case .readOnlySubvolume: "is in a read-only subvolume"
        // The owner, or a kernel capability.
        case .protectedSymlink:
            "is a symbolic link of \(owner) in a sticky directory, "
                + "and fs.protected_symlinks forbids following it"
        case .notOwner: "belongs to \(owner), and \(user) lacks CAP_FOWNER"
        case .sticky:
            "belongs to \(owner) in a sticky directory, and \(user) lacks CAP_FOWNER"
        case .stickyProtected:
            "belongs to \(owner) in a sticky directory, "
                + "and fs.protected_regular or fs.protected_fifos forbids opening it with O_CREAT"
        case .protectedHardlink:
            "belongs to \(owner), and fs.protected_hardlinks forbids linking to it"
        case .needsMknod: "admits new device nodes only with CAP_MKNOD"
        case .needsChown: "belongs to \(owner), and \(user) lacks CAP_CHOWN"
        // What no permission changes.
        case .unmappedSubject:
            "cannot hold a file of \(user): its mount does not map that user"
        case .unmappedArgument: "cannot be given to an id that is not mapped"
        case .listOnLink: "cannot have an access list"
        case .attributeKind: "is \(tree[refusal.place].kind.noun), which has no user attributes"
        case .isADirectory: "is a directory"
        case .isALink: "is a symbolic link"
        case .isASocket: "is a socket: a program can connect to it, but not open it"
        case .notALink: "is not a symbolic link"
        case .notRegular: "is not a regular file"
        case .exists: "exists already"
        case .notEmpty: "is a directory that is not empty"
        case .isAMountPoint where tree[refusal.place].isMountRoot:
            "is a mount point, and what it covers cannot be seen"
        case .isAMountPoint: "is a mount point"
        case .otherMount: "is on another mount"
        case .otherSubvolume: "is in another subvolume"
        case .isASubvolume: "is a subvolume"
        case .otherProject: "differs from its new directory in the project id (chattr +P)"
        case .lowerDirectory:
            "is a directory of a lower layer of its overlay, which cannot be moved (redirect_dir)"
        case .intoItself: "would be moved into itself"
        case .containsSource: "contains what is to be moved"
        case .lastIsDots: "is named by a path that ends in `.`, `..` or `/`, which the call refuses"
        case .trailingSlash: "is not a directory, but the path ends with a slash"
        case .directoryLink: "is a directory, which cannot have a second hard link"
        case .notExecutableKind: "is \(tree[refusal.place].kind.noun), which cannot be executed"
        case .unknownFormat: "is not a program that this kernel can run"
        case .interpreterLoop: "is a script whose interpreters are nested too deeply"
        case .fileCapabilities:
            "has file capabilities that \(user) cannot gain: its bounding set lacks some"
        case .noSuchOperation:
            "is on a file system without this call (\(tree.mount(of: refusal.place).fileSystem))"
        }
    }

    private func point(of refusal: AccessModel.Refusal) -> String {
        let point = tree.mount(of: refusal.place).point
        return point.isEmpty ? "" : " (\(point))"
    }

    private func settings(of refusal: AccessModel.Refusal) -> MountSettings {
        tree.mount(of: refusal.place).settings
    }

    /// Returns the setting of a service that hides the files of the host there.
    private func content(of refusal: AccessModel.Refusal) -> String {
        settings(of: refusal).content.map { "; \($0.text) hides the host's files (\($0.place))" }
            ?? ""
    }

    private func isSearch(_ refusal: AccessModel.Refusal) -> Bool {
        refusal.wanted == .execute && tree[refusal.place].kind == .directory
    }

    /// Returns why the answer cannot be known.
    func words(for unknown: Unknown) -> String {
        let mount = tree.mount(of: unknown.place)
        return switch unknown.cause {
        case .fileSystem where mount.fileSystem == "autofs":
            "is an automount point: a look below it would mount a file system"
        case .fileSystem: "is on \(mount.fileSystem), which makes its own access decisions"
        case .magicLink: "is a link with another target for each process"
        case .device: "is a device, and its driver makes its own access decisions"
        case .owner: "has the owner 65534: either the account `nobody` or an id that is not mapped"
        case .manySteps: "can be reached in too many ways to try them all"
        case .foreignOwners:
            "and its directory belong to users of another user namespace, who may be the same or not"
        case .unreadable(let code): "could not be looked at: \(Self.words(for: code))"
        case .unsearchable: "could not be searched: \(Self.words(for: .EACCES))"
        case .relativeInterpreter: "names its interpreter by a relative path"
        case .linkCount:
            "is a protected link at the end of a long chain: the kernel returns EACCES or ELOOP"
        case .changed: "changed while it was looked at; ask again"
        case .programHandler:
            "is a program that a handler of binfmt_misc or 32-bit support may run"
        case .fileCapabilities:
            "has file capabilities of a user namespace that may be above this one"
        case .key: "is encrypted, and Warrant cannot see if its key is loaded"
        case .layer: "is on an overlay, and Warrant cannot see its layer"
        case .copying: "is on an overlay, which may be unable to copy it to its upper layer"
        case .project: "has a project id that cannot be seen"
        case .linkFlag: "is on xfs, and may admit no new symbolic links (chattr +n of xfs_io(8))"
        case .hidden: "is on a mount of proc that may hide a process of another user (hidepid)"
        case .coveredRoot:
            "may be covered by a mount, into which `..` leads; write the path without it"
        case .shutDown: "is on a file system that an error has shut down or made read-only"
        case .serviceStart: "depends on what systemd creates or changes when it starts the service"
        case .coveredOnHost: "is covered by a mount here that the service does not have"
        case .notDescribed(let name): "\(path(of: name, in: unknown.place)) is not described"
        }
    }

    private static func words(for code: Errno) -> String {
        code.explanation + (code == .EACCES && ProcessCalls.ownUser != 0 ? "; ask as root" : "")
    }

    /// Returns a sentence about a path that no fact describes, and what to add to a test.
    private func undescribedSentence(for unknown: Unknown, about path: String) -> String? {
        guard case .notDescribed(let name) = unknown.cause else { return nil }
        let missing = self.path(of: name, in: unknown.place)
        // A described file has its directories too, unless a link leads elsewhere.
        let isOnTheWay = path == missing || path.utf8.starts(with: "\(missing)/".utf8)
        let (place, file) = isOnTheWay ? ("", path) : ("\(missing) ", missing)
        return
            "\(place)is not described; add `\(file)` to `files`, as `ls -l` shows it, or as `missing`"
    }

    private func path(of name: [UInt8], in directory: PlaceID) -> String {
        let above = tree.path(of: directory)
        return (above == "/" ? "/" : above + "/") + String(decoding: name, as: UTF8.self)
    }

    /// Returns the code of a refusal for programs.
    func code(of refusal: AccessModel.Refusal) -> Reason.Code {
        if refusal.cause == .permissionRefused, isSearch(refusal) {
            return Reason.Code(.searchRefused)
        }
        return Reason.Code(rawValue: Self.code(of: refusal.cause))
    }

    /// All codes of refusals.
    package static var codes: Set<String> {
        Set(AccessModel.Refusal.Cause.allCases.map { code(of: $0) })
    }

    /// The codes of refusals for what a path leads to, whatever the permissions are.
    package static let codesOfKinds: Set<String> = {
        let causes: [AccessModel.Refusal.Cause] = [
            .isADirectory, .isALink, .isASocket, .notALink, .notRegular, .notADirectory,
            .notExecutableKind, .exists, .notEmpty, .isAMountPoint,
        ]
        return Set(causes.map { code(of: $0) })
    }()

    private static func code(of cause: AccessModel.Refusal.Cause) -> String {
        others[cause] ?? dashed(cause.rawValue)
    }

    /// The causes for which the reports use another word than the rules.
    private static let others: [AccessModel.Refusal.Cause: String] = [
        .linkLoop: "symbolic-link-loop", .noDevMount: "no-device-mount",
        .readOnlyMount: "read-only-file-system", .isALink: "is-a-symbolic-link",
        .notExecutableKind: "not-regular", .pathTooLong: "name-too-long",
    ]

    private static func dashed(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }
}

extension FileWords {
    /// Returns each way past a refused permission that suffices by itself and that the subject lacks: groups and kernel
    /// capabilities. Empty if permission is not the cause.
    func ways(past stop: Stop?) -> [Evidence] {
        guard case .refused(let refusal) = stop, refusal.cause == .permissionRefused else {
            return []
        }
        let groups = tree.groupsThatMay(refusal.wanted, on: refusal.place)
        let capabilities: [KernelCapability] = [.dacReadSearch, .dacOverride]
        return groups.map { Evidence("group \(names.group($0))", holds: false) }
            + capabilities.map { Evidence($0.name, holds: false) }
    }
}

extension FileAccess.Action {
    /// Whether it writes the content of a file.
    fileprivate var writes: Bool {
        switch self {
        case .write, .readWrite, .append, .openTruncate, .openCreate, .truncate: true
        default: false
        }
    }
}
