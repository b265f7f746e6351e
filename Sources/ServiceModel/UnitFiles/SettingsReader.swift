import Kernel
import Text

/// Reads assignments into settings, in order.
package struct SettingsReader: Sendable {
    private let name: ServiceName
    private let manager: ServiceManager?
    private var settings = ServiceSettings()
    private var sandbox = SandboxReader()
    private var filters = FilterReader()
    private var implied = ImpliedNoNewPrivileges()
    private var commands: [ServiceCommand.Kind: [ServiceCommand]] = [:]
    private var startsWithPermissions: Placed<Bool>?
    private var line: SettingLine

    init(_ name: ServiceName, _ manager: ServiceManager? = nil) {
        (self.name, self.manager) = (name, manager)
        line = SettingLine(name)
    }

    /// The mistakes with which systemd ignores a line, or a part of it.
    package var ignored: [UnitFileProblem] { line.ignored }

    /// Reads the files of a unit.
    ///
    /// - Parameters:
    ///   - files: The unit file, and its drop-ins in order.
    ///   - alias: The name by which the unit is loaded. Until its file is read, specifiers have this name.
    ///   - manager: Decides which settings are enforced; nil to read all of them.
    /// - Throws: The mistake with which systemd does not load the unit.
    /// - SeeAlso: src/core/load-fragment.c of systemd, and `unit_load_dropin` in src/core/load-dropin.c.
    package init(
        _ files: [UnitFile],
        name: ServiceName,
        loadedAs alias: ServiceName? = nil,
        by manager: ServiceManager? = nil
    ) throws(UnitFileProblem) {
        self.init(name, manager)
        for (index, file) in files.enumerated() {
            guard index == 0 else {
                add(dropIn: file)
                continue
            }
            line.specifiers = alias ?? name
            try read(file)
        }
    }

    /// Reads a further drop-in. If it has a mistake, the rest of it is ignored.
    package mutating func add(dropIn: UnitFile) {
        line.specifiers = name
        do throws(UnitFileProblem) { try read(dropIn) } catch { line.ignore([error]) }
    }

    mutating func read(_ file: UnitFile) throws(UnitFileProblem) {
        line.ignore(file.ignored)
        for assignment in file.assignments {
            line.become(assignment)
            switch assignment.section {
            case "Service": try read()
            case "Unit" where line.name == "JoinsNamespaceOf": readUnmodelled()
            default: continue
            }
        }
        if let end = file.end { throw end }
    }

    private mutating func read() throws(UnitFileProblem) {
        if let kind = ServiceLabel.Kind(rawValue: line.name) { return try readLabel(kind) }
        guard isEnforced() else { return }
        switch line.name {
        case "User": settings.user = try readUser()
        case "Group": settings.group = try readUser()
        case "SupplementaryGroups": try readGroups()
        case "DynamicUser":
            guard let isDynamic = boolean(line.value) else { throw line.fatal("is not a boolean") }
            settings.isUserDynamic = line.placed(isDynamic)
        case "CapabilityBoundingSet": readCapabilities(\.boundingSet, initial: .all)
        case "AmbientCapabilities": readCapabilities(\.ambientSet, initial: .none)
        case "SecureBits": settings.secureBits = line.placed(secureBits())
        case "WorkingDirectory": try readWorkingDirectory()
        case "Type": readType()
        case "PermissionsStartOnly":
            if let value = line.takeBoolean() { startsWithPermissions = value }
        case "NoNewPrivileges":
            if let value = line.takeBoolean() { settings.noNewPrivileges = value }
        case "PrivateUsers":
            if let value = line.takeBoolean() { settings.privateUsers = value }
        case "PrivateNetwork":
            if let value = line.takeBoolean() { settings.privateNetwork = value }
        default:
            if let kind = ServiceCommand.Kind(rawValue: line.name) { return try readCommands(kind) }
            guard try !sandbox.read(&line), !filters.read(&line) else { return }
            readUnmodelled()
        }
    }
}

// MARK: Start

extension SettingsReader {
    /// systemd ignores other words.
    private mutating func readType() {
        let types = ["simple", "exec", "forking", "oneshot", "dbus", "notify", "idle"]
        guard types.contains(line.value) else {
            // systemd 253 and later know it.
            if line.value == "notify-reload", settings.reportsExecution {
                line.note(line.name, .all, .takesAway)
            }
            return
        }
        settings.reportsExecution = line.value == "exec"
    }
}

// MARK: Settings that are not enforced

extension SettingsReader {
    /// Returns false for a line that systemd ignores, and notes it.
    private mutating func isEnforced() -> Bool {
        guard let manager else { return true }
        if manager.isBuildDecisive(for: line.name, line.value) { settings.isBuildDecisive = true }
        switch manager.ruling(on: line.name, line.value) {
        case .enforced:
            line.noteEnforced()
            return true
        case .ignored(let cause, let isAssumed):
            line.noteNotEnforced(cause, isAssumed)
            return false
        }
    }
}

// MARK: Identity and privilege

extension SettingsReader {
    private mutating func readUser() throws(UnitFileProblem) -> Placed<String>? {
        line.forget(line.name)
        return line.value.isEmpty ? nil : try user(line.value.utf8).map(line.placed)
    }

    private mutating func readGroups() throws(UnitFileProblem) {
        guard !line.value.isEmpty else {
            settings.supplementaryGroups = []
            return line.forget(line.name)
        }
        var words = SettingWords(line.value.utf8)
        while true {
            let word: [UInt8]?
            do throws(SettingWords.Invalid) {
                word = try words.next([])
            } catch {
                throw line.fatal("ends with a backslash")
            }
            guard let word else { return }
            if let group = try user(word) {
                settings.supplementaryGroups.append(line.placed(group))
            }
        }
    }

    /// Returns the name or number of a user or group; nil if it is unknown.
    private mutating func user(_ bytes: some Collection<UInt8>) throws(UnitFileProblem) -> String? {
        switch line.resolve(bytes) {
        case .unknown:
            line.note(line.name)
            return nil
        case .invalid: throw line.fatal("has a specifier without a value")
        case .known(let bytes):
            guard let user = validText(bytes), Self.isUser(user) else {
                throw line.fatal("is neither a name nor a number of a user or group")
            }
            return user
        }
    }

    /// - SeeAlso: `valid_user_group_name` in src/basic/user-util.c of systemd, with `VALID_USER_RELAX`.
    private static func isUser(_ name: String) -> Bool {
        let bytes = name.utf8
        let isDigit = { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        if bytes.allSatisfy(isDigit) {
            guard let id = UInt32(name), String(id) == name else { return false }
            return id != 0xFFFF && id != .max
        }
        return bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " ")
            && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !":/".utf8.contains($0) }
            && !(bytes.first == UInt8(ascii: "-") && bytes.dropFirst().allSatisfy(isDigit))
            && ![".", ".."].contains(name)
    }

    /// - SeeAlso: `config_parse_capability_set` in src/core/load-fragment.c of systemd.
    private mutating func readCapabilities(
        _ set: WritableKeyPath<ServiceSettings, Placed<KernelCapabilitySet>?>,
        initial: KernelCapabilitySet
    ) {
        let (isInverted, text) = line.inverted
        var words = SettingWords(text)
        var sum = KernelCapabilitySet.none
        // Mistakes end the words.
        while let word = try? words.next([.quotes]) {
            let word = String(decoding: word, as: UTF8.self)
            if let capability = Self.capability(word) {
                sum = sum.inserting(capability)
            } else if Self.isNumber(word) || word.lowercased().hasPrefix("cap_") {
                // A later version may know the name.
                line.note(line.name)
            }
        }
        let before = settings[keyPath: set]?.value ?? initial
        let isFirst = sum.isEmpty || before == initial
        if sum.isEmpty, !line.isNoted { line.forget(line.name) }
        let all = KernelCapabilitySet.all
        let new =
            switch (isFirst, isInverted) {
            case (true, true): all.subtracting(sum)
            case (true, false): sum
            case (false, true): before.subtracting(sum)
            case (false, false): before.union(sum)
            }
        settings[keyPath: set] = line.placed(new)
    }

    /// Whether systemd may read a word as a number, in any base and after blanks and a sign (safe_atoi).
    private static func isNumber(_ word: String) -> Bool {
        let digits = word.utf8.drop { " \t\n\r+-".utf8.contains($0) }
        return digits.first.map { (0x30...0x39).contains($0) } == true
    }

    private static func capability(_ word: String) -> KernelCapability? {
        if let bit = UInt8(word), String(bit) == word { return KernelCapability(rawValue: bit) }
        return KernelCapability(named: word).flatMap {
            KernelCapability.named.contains($0) ? $0 : nil
        }
    }

    /// - SeeAlso: `secure_bits_from_string` in src/shared/securebits-util.c of systemd. Other words are ignored.
    private func secureBits() -> SecureBits {
        var bits: SecureBits = []
        var words = SettingWords(line.value.utf8)
        while let word = try? words.next([.quotes]) {
            switch String(decoding: word, as: UTF8.self) {
            case "keep-caps": bits.formUnion(.keepCaps)
            case "keep-caps-locked": bits.formUnion(SecureBits.keepCaps.locks)
            case "no-setuid-fixup": bits.formUnion(.noSetuidFixup)
            case "no-setuid-fixup-locked": bits.formUnion(SecureBits.noSetuidFixup.locks)
            case "noroot": bits.formUnion(.noRoot)
            case "noroot-locked": bits.formUnion(SecureBits.noRoot.locks)
            default: continue
            }
        }
        return bits
    }
}

extension SettingsReader {
    /// - SeeAlso: `config_parse_exec_apparmor_profile` in src/core/load-fragment.c of systemd.
    private mutating func readLabel(_ kind: ServiceLabel.Kind) throws(UnitFileProblem) {
        let isOptional = line.value.utf8.first == UInt8(ascii: "-")
        var label = String(line.value.dropFirst(isOptional ? 1 : 0))
        switch line.resolve(label.utf8) {
        case .unknown: break
        case .invalid where isOptional: return line.ignore("has a specifier without a value")
        case .invalid: throw line.fatal("has a specifier without a value")
        case .known(let bytes): label = String(decoding: bytes, as: UTF8.self)
        }
        guard isEnforced() else { return }
        settings.labels.removeAll { $0.value.kind == kind }
        if !line.value.isEmpty { settings.labels.append(line.placed(ServiceLabel(kind, label))) }
    }
}

// MARK: Files

extension SettingsReader {
    /// The working directory decides no question, but without its `-` a mistake keeps the unit from loading.
    private mutating func readWorkingDirectory() throws(UnitFileProblem) {
        var path: String?
        if !line.value.isEmpty, line.value != "~", !line.value.hasPrefix("-") {
            // After a mistake in a drop-in, the value before it stays.
            switch line.resolve(line.value.utf8, limit: 4096) {
            case .unknown: break
            case .invalid: throw line.fatal("has a specifier without a value")
            case .known(let bytes):
                path = settingPath(bytes)
                guard path != nil else { throw line.fatal("is not an absolute path") }
            }
        }
        settings.workingDirectory = path
    }
}

// MARK: Commands

extension SettingsReader {
    private mutating func readCommands(_ kind: ServiceCommand.Kind) throws(UnitFileProblem) {
        guard !line.value.isEmpty else {
            commands[kind] = nil
            return line.forget(line.name)
        }
        let found = CommandLine(line.value, of: line.specifiers)
        for command in found.commands {
            let number = (commands[kind]?.count ?? 0) + 1
            commands[kind, default: []].append(
                ServiceCommand(
                    kind,
                    number,
                    command.privilege,
                    program: command.program,
                    at: line.place
                )
            )
        }
        if found.hasUnknownProgram { line.note(line.name) }
        switch found.mistake {
        case .fatal(let problem): throw line.fatal(problem)
        case .ignored(let problem): line.ignore(problem)
        case nil: break
        }
    }
}

// MARK: Settings that are not modelled

extension SettingsReader {
    private mutating func readUnmodelled() {
        if !implied.read(line.assignment, as: line.placed(true)) { line.note(line.name) }
        if SettingsWithoutEffect.contains(line.name) || line.name.hasPrefix("X-") {
            if line.value.isEmpty { line.forget(line.name) }
            return
        }
        guard let known = UnmodelledSetting(named: line.name) else {
            guard case .ignored(let cause, let isAssumed)? = manager?.rulingOnUnknown(line.name)
            else { return line.note(line.name) }
            if isAssumed { settings.isBuildDecisive = true }
            return line.noteNotEnforced(cause, isAssumed)
        }
        let value = line.value
        switch known.form {
        case .boolean where value.isEmpty, .dependency where value.isEmpty: return
        case .list where !value.isEmpty, .dependency: break
        case .boolean, .value, .word, .list: line.forget(line.name)
        }
        let isDefault =
            switch known.form {
            case .boolean: boolean(value) == false
            case .value, .list: value.isEmpty
            case .word, .dependency: false
            }
        if isDefault || known.isHarmless(value) { return }
        switch (line.name, value) {
        case ("DevicePolicy", "closed"): line.note(line.name, .devices, .takesAway)
        // A source in the credentials of systemd itself may be missing. A specifier may stand for a path.
        case (let name, _) where name.hasPrefix("LoadCredential") && !namesPath(value):
            line.note(name, .files)
        default: line.note(line.name, known.scope, known.direction)
        }
    }
}

/// Whether the part after the colon is a path, or may be one: `ID:PATH`.
private func namesPath(_ credential: String) -> Bool {
    let rest = credential.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    return rest.first.map("/%".utf8.contains) ?? false
}

// MARK: Settings that follow from others

extension SettingsReader {
    /// - SeeAlso: `unit_patch_contexts` in src/core/unit.c of systemd.
    package var settingsSoFar: ServiceSettings {
        var all = settings
        all.commands = ServiceCommand.Kind.allCases.flatMap { commands[$0] ?? [] }
        if startsWithPermissions?.value == true {
            for index in all.commands.indices where all.commands[index].kind != .start {
                all.commands[index].privilege = .full
            }
        }
        (all.files, all.filters) = (sandbox.files, filters.filters)
        all.withheld = withheld(by: all.files)
        if let dynamic = all.isUserDynamic, dynamic.value { apply(dynamic, to: &all) }
        all.impliesNoNewPrivileges = impliesNoNewPrivileges(all.files, all.filters)
        all.unknown = line.unknownSettings.filter { matters($0, to: all) }
        all.notEnforced = line.notEnforcedSettings
        return all
    }

    private func apply(_ dynamic: Placed<Bool>, to all: inout ServiceSettings) {
        func implied<Value>(_ value: Value) -> Placed<Value> {
            Placed(value, dynamic.setting, at: dynamic.place)
        }
        func isSet(_ flag: Placed<Bool>?) -> Bool { flag?.value == true }

        if all.user == nil, !line.isUnknown("User") { all.user = line.specifiers.user.map(implied) }
        if all.group == nil, !line.isUnknown("Group") { all.group = all.user }
        if !isSet(all.noNewPrivileges) { all.noNewPrivileges = implied(true) }
        if !isSet(all.files.privateTmp) { all.files.privateTmp = implied(true) }
        if all.files.protectSystem?.value != .strict { all.files.protectSystem = implied(.strict) }
        if [nil, .no].contains(all.files.protectHome?.value) {
            all.files.protectHome = implied(.readOnly)
        }
    }

    private func withheld(by files: FileSandbox) -> [Placed<KernelCapabilitySet>] {
        let settings: [(Placed<Bool>?, [KernelCapability])] = [
            (files.privateDevices, [.mknod, .sysRawio]),
            (files.protectKernelModules, [.sysModule]),
            (files.protectKernelLogs, [.syslog]),
            (files.protectClock, [.sysTime, .wakeAlarm]),
        ]
        return settings.compactMap { setting, capabilities in
            guard let setting, setting.value else { return nil }
            return Placed(KernelCapabilitySet(capabilities), setting.setting, at: setting.place)
        }
    }

    private func impliesNoNewPrivileges(
        _ files: FileSandbox,
        _ filters: SystemCallFilters
    ) -> [Placed<Bool>] {
        let flags = [
            files.privateDevices, files.protectClock, files.protectHostname,
            files.protectKernelTunables, files.protectKernelModules, files.protectKernelLogs,
        ]
        return flags.compactMap(\.self).filter(\.value)
            + [filters.addressFamilies?.setting, filters.systemCalls?.setting].compactMap(\.self)
            + implied.settings
    }

    /// Some settings have an effect only together with others.
    private func matters(_ setting: UnknownSetting, to all: ServiceSettings) -> Bool {
        switch setting.name {
        case "JoinsNamespaceOf":
            all.files.privateTmp?.value == true || line.isUnknown("PrivateTmp")
                || all.privateNetwork?.value == true || line.isUnknown("NetworkNamespacePath")
                || line.isUnknown("PrivateIPC") || line.isUnknown("IPCNamespacePath")
        case "ExecSearchPath":
            all.commands.contains { $0.program.utf8.first != UInt8(ascii: "/") }
        case "MountAPIVFS":
            all.files.rootDirectory != nil || line.isUnknown("RootDirectory")
                || line.isUnknown("RootImage")
        default: true
        }
    }
}
