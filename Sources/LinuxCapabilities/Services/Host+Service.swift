import AccessModel
package import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

extension Host {
    /// Returns a unit that does not run as systemd would start it, and every other subject as it is.
    package func startingIfStopped(_ subject: Subject) async -> Subject {
        guard case .unit(let name) = subject, let unit = try? await units.facts(of: name),
            unit.isStoppedService
        else { return subject }
        return .restartedUnit(name)
    }

    /// Returns the identity that a command of a service would have, if systemd started it now: that of a unit file, or
    /// of a unit with the files that systemd has loaded.
    ///
    /// - Throws: The errors of the probes.
    func foundService(_ subject: Subject) async throws -> FoundService {
        switch subject {
        case .unitFile(let path, let start):
            return try await service(start, subject) {
                try await unitFiles.unit(at: path, root: nil)
            }
        case .restartedUnit(let name, let start):
            let unit = try await units.facts(of: name)
            if let reason = Reason(notStarting: unit, subject) {
                return FoundService(.unknown(reason))
            }
            var loaded: FoundUnit?
            let found = try await service(start, subject) {
                let unit = try await unitFiles(of: unit)
                loaded = unit
                return unit
            }
            guard try await units.facts(of: name).files == unit.files else {
                return FoundService(.unknown(.changed(subject, "changed its files")))
            }
            // systemd stops it first.
            guard !unit.isStoppedService, let loaded, case .known(var identity) = found.subject
            else { return found }
            identity.mayLeaveProcesses = loaded.mayLeaveProcesses
            identity.sandbox?.losesRuntimeDirectories = !loaded.keepsRuntimeDirectories
            return FoundService(.known(identity), ignored: found.ignored)
        case .current, .process, .user, .unit, .container:
            let reason = Reason(.subjectInvalid, subject.description, "is no service")
            return FoundService(.unknown(reason))
        }
    }

    /// Returns the files from which systemd loaded a unit.
    func unitFiles(of unit: UnitFacts) async throws -> FoundUnit {
        let manager = try await units.managerFacts()
        let found = try await unitFiles.unit(loadedAs: unit, after: manager.readTime, root: nil)
        try await wantManager(manager)
        return found
    }

    private func service(
        _ start: UnitStart,
        _ subject: Subject,
        _ find: () async throws -> FoundUnit
    ) async throws -> FoundService {
        var ignored: [UnitFileProblem] = []
        let found = try await identity(start, subject, &ignored, find)
        return FoundService(found, ignored: ignored)
    }

    private func identity(
        _ start: UnitStart,
        _ subject: Subject,
        _ ignored: inout [UnitFileProblem],
        _ find: () async throws -> FoundUnit
    ) async throws -> FoundSubject {
        let who = subject.description
        do {
            let found = try await find()
            let names = found.settingNames + start.settings.map { String($0.prefix { $0 != "=" }) }
            let needsGroups = names.contains(where: ServiceManager.needsControlGroups)
            var manager = serviceManager.kernel(withControlGroups: needsGroups)
            manager.build = start.systemdVersion.flatMap { SystemdBuild($0) }
            var unit = try await read(found, by: manager).loaded(with: start.settings)
            if unit.settings.isBuildDecisive, let build = try await serviceManager.build() {
                manager.build = build
                unit = try await read(found, by: manager).loaded(with: start.settings)
            }
            ignored = unit.ignored
            let name = start.command.flatMap(CommandName.init) ?? .start
            let process = try await identity(of: unit.settings, name, subject)
            guard case .known(var identity) = process,
                let version = manager.build?.version, version != SystemdBuild.followed
            else { return process }
            let clause =
                "systemd \(version) follows the settings as systemd \(SystemdBuild.followed) does"
            identity.startAssumptions.append(Assumption(.managerVersion, clause))
            return .known(identity)
        } catch let fault as UnitFileFault {
            return .unknown(Reason(.unitFileInvalid, who, "is not known: \(fault)"))
        } catch let error as SystemError {
            return .unknown(Reason(.subjectUnreadable, who, "is not known: \(error)"))
        } catch let manager as NoManager {
            let message = "is not known here: process 1, which would start it, \(manager.problem)"
            return .unknown(Reason(.subjectNotKnown, who, message))
        }
    }

    private func identity(
        of settings: ServiceSettings,
        _ name: CommandName,
        _ subject: Subject
    ) async throws -> FoundSubject {
        let who = subject.description
        let lines = settings.commands.filter { $0.kind == name.kind }
        guard let command = lines.first(where: { $0.number == name.number }) else {
            let count = lines.count == 1 ? "1 line" : "\(lines.count) lines"
            let message =
                "has no such command: it has \(count) `\(name.kind.rawValue)=`; name another command"
            return .unknown(Reason(.unitFileInvalid, who, message))
        }
        do {
            let ids = try await startingIDs(of: settings)
            let state = try await managerState()
            let manager = state.credentials
            let start = ServiceStart(
                settings: settings,
                command: command,
                ids: ids,
                kernel: state.kernel
            )
            if start.hasOwnUsers { try await requireUsers(of: manager) }
            let process = try start.credentials(from: manager)
            var identity = SubjectIdentity(credentials: SubjectCredentials(process))
            var sandbox =
                command.privilege == .full ? settings.files.ofPrivileged : settings.files
            identity.notEnforcedSettings = settings.notEnforced
            if sandbox.needsMountNamespace, !manager.sets.effective.contains(.sysAdmin) {
                if let setting = settings.insistsOn { throw ServiceStart.Failure.mounts(setting) }
                identity.notEnforcedSettings += sandbox.unmounted
                sandbox = sandbox.withoutMounts
            }
            if settings.isUserDynamic?.value != true {
                sandbox.directoryOwner = FileSandbox.DirectoryOwner(
                    user: start.ids.user ?? manager.user.effective,
                    group: start.ids.group ?? manager.group.effective
                )
            }
            sandbox.setsNoSuid =
                sandbox.needsMountNamespace && command.privilege != .full
                && settings.noNewPrivileges?.value == true
            identity.sandbox = sandbox
            // A prefix `+` does not change the network.
            if let network = settings.privateNetwork, network.value {
                identity.privateNetwork = network.named
                identity.sandbox?.hasNetworkNamespace = true
            }
            identity.sandbox?.hasUserNamespace = start.hasOwnUsers
            if command.privilege != .full { identity.filters = settings.filters }
            identity.unknownSettings = settings.unknown + settings.impliedRestrictions
            identity.startAssumptions = try state.inherited.get()
            if command.privilege != .full {
                identity.startAssumptions += settings.labels.map(Assumption.init)
            }
            identity.isDynamicUser = settings.isUserDynamic?.value == true
            identity.startingCommands = settings.commands.filter(\.mustStart).map {
                "\($0.kind.rawValue):\($0.number)"
            }
            identity.workingDirectory = settings.workingDirectory
            identity.starting = identity.credentials
            let program = try await path(of: command.program, foundBy: manager, as: identity)
            var calls = SystemCallUse.executing.steps
            if settings.reportsExecution, command.kind == .start {
                calls.insert(.call(["write"]), at: 0)
            }
            var found = try await executed(program, by: process, identity, subject, with: calls)
            if start.hasOwnUsers, let users = settings.privateUsers {
                found.limitCapabilities(by: users)
            }
            return found
        } catch let failure as ServiceStart.Failure {
            return .unknown(.notStarted(subject, failure.description))
        } catch let failure as NotModelled {
            return .unknown(
                Reason(.settingNotModelled, who, "\(failure.problem), which is not modelled")
            )
        }
    }

    /// Requires that systemd can make a user namespace for a service.
    private func requireUsers(of manager: ProcessCredentials) async throws {
        guard try processes.ownNamespace().isInitial, manager.mayMakeUsers else {
            throw NotModelled(problem: "has PrivateUsers=, and systemd may not map ids")
        }
        let limit = SettingName("user.max_user_namespaces")
        guard let limit, let most = try await settings.setting(limit), most.value != "0" else {
            throw NotModelled(
                problem: "has PrivateUsers=, and the kernel permits no user namespace"
            )
        }
    }

    /// Returns whether a service that does not run can enter its working directory. It does so before it executes its
    /// program (apply_working_directory in src/core/execute.c).
    package func verdict(entering directory: String, by service: Subject) async throws -> Verdict {
        switch try await identity(of: service) {
        case .unknown(let reason): return .undetermined([reason])
        case .known(var identity):
            identity.credentials = identity.starting ?? identity.credentials
            let inquiry = FileInquiry(.search, directory, follow: nil)
            let found = try await FileLooking(inquiry, .model, self).verdict(of: service, identity)
            return identity.settling(found, about: .files, of: service)
        }
    }

    /// The directories in which systemd looks for a program without a path: `DEFAULT_PATH` of src/basic/path-util.h.
    private static let searchPath = [
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin",
    ]

    /// Returns the path of a program. systemd looks for it with the mounts of the service, but its own user and kernel
    /// capabilities, and requires that it may execute the file itself (find_executable_full in src/basic/path-util.c).
    private func path(
        of program: String,
        foundBy manager: ProcessCredentials,
        as identity: SubjectIdentity
    ) async throws -> String {
        var systemd = identity
        systemd.credentials = SubjectCredentials(manager)
        if let users = identity.credentials.userNamespace {
            // Its kernel capabilities do not bypass the permissions of all files there.
            systemd.credentials.userNamespace = users
            systemd.credentials.group = identity.credentials.group
            systemd.credentials.groups = identity.credentials.groups
        }
        func mayExecute(_ path: String) async throws -> FileJudgement.Answer? {
            let inquiry = FileInquiry(.access([.execute]), path, follow: nil)
            return try await files.judge(inquiry, for: systemd).first?.answer
        }
        guard !program.isAbsolutePath else {
            // The execution itself has the better words for any other problem.
            guard try await mayExecute(program) == .no(.EACCES) else { return program }
            throw ServiceStart.Failure.programOutOfReach(program)
        }
        for folder in Self.searchPath {
            let path = "\(folder)/\(program)"
            switch try await mayExecute(path) {
            case .no: continue
            case .yes, .unknown, nil: return path
            }
        }
        throw ServiceStart.Failure.noProgram(program)
    }

    /// Returns the identity after execve(2) of the program.
    ///
    /// - Parameter calls: Those that systemd makes with the filters of the service in force.
    private func executed(
        _ program: String,
        by process: ProcessCredentials,
        _ identity: SubjectIdentity,
        _ subject: Subject,
        with calls: [SystemCallUse.Step]
    ) async throws -> FoundSubject {
        var identity = identity
        switch try await files.execution(ofProgramAt: program, by: process, as: identity) {
        case .becomes(let new):
            if let reason = identity.filters.refusalToStart(subject, with: calls) {
                return .unknown(reason)
            }
            identity.credentials = SubjectCredentials(new)
            return .known(identity)
        case .refused(let problem, let isKnown):
            let status = "with status 203/EXEC: `\(program)` \(problem)"
            let how = isKnown ? "would not start" : "may not start"
            return .unknown(.notStarted(subject, status, how))
        case .notMounted(.failsToStart(let problem, let setting, let exit)):
            let status = "with status \(exit): \(problem)\(setting.words)"
            return .unknown(.notStarted(subject, status))
        case .notMounted(.notKnown(let problem, let setting)):
            let message = "has mounts that are not known: \(problem)\(setting.words)"
            return .unknown(Reason(.settingNotModelled, subject.description, message))
        }
    }
}

extension Assumption {
    /// systemd changes the label of a command without `+` (exec_child in src/core/execute.c).
    fileprivate init(_ label: Placed<ServiceLabel>) {
        let module: SecurityLabel.Module =
            switch label.value.kind {
            case .appArmor: .appArmor
            case .seLinux: .seLinux
            case .smack: .smack
            }
        let clause =
            "\(module.name) permits it to the label `\(label.value.text)` (\(label.setting) in "
            + "\(label.place))"
        self.init(.securityLabel, clause)
    }
}

extension SubjectCredentials {
    /// Creates the credentials of a process that does not run yet.
    fileprivate init(_ process: ProcessCredentials) {
        self.init(
            user: process.user,
            group: process.group,
            groups: process.groups,
            sets: KnownSets(
                effective: process.sets.effective,
                permitted: process.sets.permitted,
                inheritable: process.sets.inheritable,
                bounding: process.sets.bounding,
                ambient: process.sets.ambient
            ),
            hasNoNewPrivileges: process.hasNoNewPrivileges,
            secureBits: process.secureBits,
            userNamespace: process.namespace == .initial ? nil : process.namespace.own.ids
        )
    }
}

extension FoundSubject {
    /// Notes that it is not known where kernel capabilities count, if the service has any. Without them, a user
    /// namespace takes nothing away, except what files show.
    fileprivate mutating func limitCapabilities(by users: Placed<Bool>) {
        guard case .known(var identity) = self else { return }
        let sets = identity.credentials.sets
        guard !sets.effective.union(sets.permitted).isEmpty else { return }
        identity.unknownSettings.append(
            UnknownSetting(
                name: "PrivateUsers",
                value: "yes",
                at: users.place,
                scope: [.network, .kernelCapabilities],
                .takesAway
            )
        )
        self = .known(identity)
    }
}

extension ServiceSettings {
    /// The setting without whose mounts systemd does not start a command.
    fileprivate var insistsOn: String? {
        files.insistsOn ?? isUserDynamic.flatMap { $0.value ? $0.words : nil }
    }

    /// The first two also close the device controller, except for some devices. `DynamicUser=yes` implies
    /// `RestrictSUIDSGID=yes` (unit_patch_contexts in src/core/unit.c).
    fileprivate var impliedRestrictions: [UnknownSetting] {
        let all: [(name: String, setting: Placed<Bool>?, scope: UnknownSetting.Scope)] = [
            ("PrivateDevices", files.privateDevices, .devices),
            ("ProtectClock", files.protectClock, .devices),
            ("DynamicUser", isUserDynamic, .setIDBits),
        ]
        return all.compactMap { name, setting, scope in
            guard let setting, setting.value else { return nil }
            return UnknownSetting(
                name: name,
                value: "yes",
                at: setting.place,
                scope: scope,
                .takesAway
            )
        }
    }
}

extension FileSandbox {
    /// The settings that apply to a command with `+` too (apply_mount_namespace in src/core/execute.c).
    fileprivate var ofPrivileged: Self {
        var kept = Self()
        kept.binds = binds
        kept.temporaryFileSystems = temporaryFileSystems
        kept.readWritePaths = readWritePaths
        kept.directories = directories
        kept.directoryModes = directoryModes
        kept.rootDirectory = rootDirectory
        kept.hasMountNamespace = needsMountNamespace
        return kept
    }
}

extension ServiceCommand {
    /// True for a command without which the service does not start.
    fileprivate var mustStart: Bool {
        [.condition, .startPre, .start, .startPost].contains(kind)
    }
}

extension SystemCallFilters {
    /// Returns the reason that systemd cannot execute the program; nil if it can. Its filters already apply to it.
    fileprivate func refusalToStart(
        _ subject: Subject,
        with calls: [SystemCallUse.Step]
    ) -> Reason? {
        if let setting = unloadable {
            let problem =
                "its filter of system calls cannot be loaded\(NamedSetting?(setting).words)"
            return .notStarted(subject, "with status 228/SECCOMP: \(problem)")
        }
        guard case .refused(let refusal) = decision(on: calls) else { return nil }
        let status = refusal.effect == .killed ? "with SIGSYS" : "with status 203/EXEC"
        return .notStarted(subject, "\(status): \(refusal.words)")
    }
}

extension UnitFacts {
    /// Whether this is a service without a process, which systemd would start from its files.
    fileprivate var isStoppedService: Bool {
        id.hasSuffix(".service") && loadState != .notFound && mainPID == nil
            && [.inactive, .failed].contains(activeState)
    }
}

extension Reason {
    /// Creates the reason why systemd would not start a unit as a service; nil if it would.
    init?(notStarting unit: UnitFacts, _ subject: Subject) {
        let who = subject.description
        guard unit.loadState != .notFound else {
            self.init(.subjectMissing, who, "does not exist here")
            return
        }
        let problem: String
        if unit.loadState == .masked {
            problem = "is masked, so that systemd does not start it; unmask it first"
        } else if !unit.id.hasSuffix(".service") {
            problem = "is no service; name a unit that ends in `.service`"
        } else if unit.loadState != .loaded {
            let why = unit.loadError ?? unit.loadState.rawValue
            problem = "is not loaded: \(why.hasSuffix(".") ? String(why.dropLast()) : why)"
        } else if unit.files?.areOutdated == true {
            problem =
                "has files that changed after systemd read them; run `systemctl daemon-reload`"
        } else {
            return nil
        }
        self.init(.unitFileInvalid, who, problem)
    }

    fileprivate static func notStarted(
        _ subject: Subject,
        _ status: String,
        _ how: String = "would not start"
    ) -> Reason {
        Reason(.serviceNotStarted, subject.description, "\(how), \(status)")
    }
}
