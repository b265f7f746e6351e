import Kernel
import Text

/// Reads assignments into settings, in order.
package struct SettingsReader: Sendable {
    private let ownName: ServiceName
    /// The name that specifiers have in the file that is read.
    private var name: ServiceName
    private let manager: ServiceManager?
    private var settings = ServiceSettings()
    package private(set) var ignored: [UnitFileProblem] = []

    /// The assignment that is read, and its text as a report says it.
    private var line: UnitFile.Assignment
    private var text = ""

    private var commands: [ServiceCommand.Kind: [ServiceCommand]] = [:]
    private var directories: [FileSandbox.Directory.Kind: [Placed<FileSandbox.Directory>]] = [:]
    /// The indices in ``directories`` by name.
    private var directoryNames: [FileSandbox.Directory.Kind: [[UInt8]: Int]] = [:]
    private var startsWithPermissions: Placed<Bool>?
    private var implied = ImpliedNoNewPrivileges()
    /// True after `RestrictAddressFamilies=none`, until another line begins a new list.
    private var permitsNoFamily = false
    /// The unknown settings by name, with their order.
    private var unknown: [String: [(order: Int, setting: UnknownSetting)]] = [:]
    private var order = 0
    /// The settings by name that systemd ignores, with their order.
    private var notEnforced: [String: [(order: Int, setting: NotEnforcedSetting)]] = [:]

    init(_ name: ServiceName, _ manager: ServiceManager? = nil) {
        (ownName, self.name, self.manager) = (name, name, manager)
        let nowhere = SettingPlace(file: "", line: 0)
        line = UnitFile.Assignment(section: "", name: "", value: "", place: nowhere)
    }

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
            self.name = alias ?? name
            try read(file)
        }
    }

    /// Reads a further drop-in. If it has a mistake, the rest of it is ignored.
    package mutating func add(dropIn: UnitFile) {
        name = ownName
        do throws(UnitFileProblem) { try read(dropIn) } catch { ignored.append(error) }
    }

    mutating func read(_ file: UnitFile) throws(UnitFileProblem) {
        ignored += file.ignored
        for assignment in file.assignments {
            line = assignment
            text = "\(line.name)=\(line.value)"
            switch line.section {
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
            guard let isDynamic = boolean(line.value) else { throw fatal("is not a boolean") }
            settings.isUserDynamic = placed(isDynamic)
        case "CapabilityBoundingSet": readCapabilities(\.boundingSet, initial: .all)
        case "AmbientCapabilities": readCapabilities(\.ambientSet, initial: .none)
        case "SecureBits": settings.secureBits = placed(secureBits())
        case "ProtectSystem": readWord(\.protectSystem) { boolean($0).map { $0 ? .yes : .no } }
        case "ProtectHome": readWord(\.protectHome) { boolean($0).map { $0 ? .yes : .no } }
        case "ProtectProc": readWord(\.protectProc) { _ in nil }
        case "ProcSubset":
            guard ["pid", "all"].contains(line.value) else {
                return ignore(unlike: ["pid", "all"])
            }
            settings.files.showsOnlyProcesses = placed(line.value == "pid")
        case "RootDirectory": try readRootDirectory()
        case "WorkingDirectory": try readWorkingDirectory()
        case "BindPaths", "BindReadOnlyPaths": readBinds()
        case "TemporaryFileSystem": readTemporaryFileSystems()
        case "RestrictAddressFamilies": readAddressFamilies()
        case "SystemCallFilter": readSystemCalls()
        case "SystemCallErrorNumber": readErrorNumber()
        case "Type": readType()
        case "PermissionsStartOnly":
            readBoolean { $0.startsWithPermissions = $1 }
        default:
            if let flag = Self.flag(line.name) {
                readBoolean { $0.settings[keyPath: flag] = $1 }
            } else if let paths = Self.paths(line.name) {
                readPaths(paths.list, name: paths.name)
            } else if let kind = FileSandbox.Directory.Kind(rawValue: line.name) {
                readDirectories(kind)
            } else if line.name.hasSuffix("Mode"),
                let kind = FileSandbox.Directory.Kind(rawValue: String(line.name.dropLast(4)))
            {
                readMode(kind)
            } else if let kind = ServiceCommand.Kind(rawValue: line.name) {
                try readCommands(kind)
            } else {
                readUnmodelled()
            }
        }
    }

    private static func flag(
        _ name: String
    ) -> WritableKeyPath<ServiceSettings, Placed<Bool>?>? {
        switch name {
        case "NoNewPrivileges": \.noNewPrivileges
        case "PrivateNetwork": \.privateNetwork
        case "PrivateTmp": \.files.privateTmp
        case "PrivateDevices": \.files.privateDevices
        case "PrivateMounts": \.files.privateMounts
        case "ProtectKernelTunables": \.files.protectKernelTunables
        case "ProtectKernelModules": \.files.protectKernelModules
        case "ProtectKernelLogs": \.files.protectKernelLogs
        case "ProtectControlGroups": \.files.protectControlGroups
        case "ProtectClock": \.files.protectClock
        case "ProtectHostname": \.files.protectHostname
        default: nil
        }
    }

    /// Returns a list of paths, and its name: some have an older one too.
    private static func paths(
        _ name: String
    ) -> (name: String, list: WritableKeyPath<FileSandbox, [Placed<FileSandbox.Path>]>)? {
        switch name {
        case "ReadWritePaths", "ReadWriteDirectories": ("ReadWritePaths", \.readWritePaths)
        case "ReadOnlyPaths", "ReadOnlyDirectories": ("ReadOnlyPaths", \.readOnlyPaths)
        case "InaccessiblePaths", "InaccessibleDirectories":
            ("InaccessiblePaths", \.inaccessiblePaths)
        case "ExecPaths": ("ExecPaths", \.execPaths)
        case "NoExecPaths": ("NoExecPaths", \.noExecPaths)
        default: nil
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
                note(line.name, .all, .takesAway)
            }
            return
        }
        settings.reportsExecution = line.value == "exec"
    }
}

// MARK: Helpers

extension SettingsReader {
    private func placed<Value>(_ value: Value) -> Placed<Value> {
        Placed(value, text, at: line.place)
    }

    private func fatal(_ problem: String) -> UnitFileProblem {
        UnitFileProblem("the value of `\(line.name)=` \(problem)", at: line.place)
    }

    private mutating func ignore(_ problem: String) { ignored.append(fatal(problem)) }

    private mutating func note(
        _ name: String,
        _ scope: UnknownSetting.Scope = .all,
        _ direction: UnknownSetting.Direction = .either
    ) {
        let setting = UnknownSetting(
            name: line.name,
            value: line.value,
            at: line.place,
            scope: scope,
            direction
        )
        // One line is one setting, however many unknown parts it has.
        guard unknown[name]?.last?.setting.place != line.place else { return }
        order += 1
        unknown[name, default: []].append((order, setting))
    }

    private mutating func forget(_ name: String) { unknown[name] = nil }

    private enum Resolved {
        case known([UInt8])
        case unknown
        case invalid
    }

    private func resolve(_ bytes: some Collection<UInt8>, limit: Int = 1 << 20) -> Resolved {
        do throws(ServiceName.Unresolved) {
            return .known(try name.expanding(bytes, limit: limit))
        } catch {
            return error == .unknown ? .unknown : .invalid
        }
    }

    /// Returns a path with its specifiers replaced. If that fails, the path is ignored, or the setting `name` is
    /// unknown.
    private mutating func path(
        _ bytes: some Collection<UInt8>,
        of name: String,
        isAbsolute: Bool = true
    ) -> String? {
        switch resolve(bytes, limit: 4096) {
        case .unknown: note(name, .files)
        case .invalid: ignore("has a specifier without a value")
        case .known(let bytes):
            if let path = settingPath(bytes, isAbsolute: isAbsolute) { return path }
            let kind = isAbsolute ? "an absolute" : "a relative"
            ignore("has a part that is not \(kind) path without `..`")
        }
        return nil
    }

    /// Takes the words of the value one by one. If they have a mistake, the rest is ignored.
    private mutating func eachWord(
        _ options: SettingWords.Options,
        _ body: (inout Self, [UInt8]) -> Void
    ) {
        eachWord(line.value.utf8, options, body)
    }

    private mutating func eachWord(
        _ text: some Collection<UInt8>,
        _ options: SettingWords.Options,
        _ body: (inout Self, [UInt8]) -> Void
    ) {
        var words = SettingWords(text)
        do throws(SettingWords.Invalid) {
            while let word = try words.next(options) { body(&self, word) }
        } catch {
            ignore("has a quote without its end, or a backslash at its end")
        }
    }

    private mutating func readBoolean(_ write: (inout Self, Placed<Bool>) -> Void) {
        if let value = boolean(line.value) {
            forget(line.name)
            write(&self, placed(value))
        } else if SettingVersions.first(with: line.value, of: line.name) != nil {
            note(line.name)
        } else {
            ignore("is not a boolean")
        }
    }

    private mutating func readWord<Value: CaseIterable & RawRepresentable<String>>(
        _ word: WritableKeyPath<FileSandbox, Placed<Value>?>,
        _ ofBoolean: (String) -> Value?
    ) {
        guard let value = ofBoolean(line.value) ?? Value(rawValue: line.value) else {
            return ignore(unlike: Value.allCases.map(\.rawValue))
        }
        settings.files[keyPath: word] = placed(value)
    }

    private mutating func ignore(unlike known: [String]) {
        let likely = nearest(to: line.value, among: known)
        ignore("is not known" + (likely.map { " (did you mean `\($0)`?)" } ?? ""))
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
            notEnforced[line.name] = nil
            return true
        case .ignored(let cause, let isAssumed):
            noteNotEnforced(cause, isAssumed)
            return false
        }
    }

    private mutating func noteNotEnforced(
        _ cause: NotEnforcedSetting.Cause,
        _ isAssumed: Bool
    ) {
        let known = UnmodelledSetting(named: line.name)
        if line.value.isEmpty || known.map({ $0.form != .list }) == true {
            notEnforced[line.name] = nil
        }
        guard !line.value.isEmpty, boolean(line.value) != false,
            known?.isHarmless(line.value) != true
        else { return }
        let setting = UnknownSetting(
            name: line.name,
            value: line.value,
            at: line.place,
            scope: ServiceManager.scope(of: line.name) ?? known?.scope ?? .all,
            known?.direction ?? .either
        )
        guard !setting.scope.isEmpty else { return }
        order += 1
        notEnforced[line.name, default: []].append(
            (order, NotEnforcedSetting(setting, cause, isAssumed: isAssumed))
        )
    }
}

// MARK: Identity and privilege

extension SettingsReader {
    private mutating func readUser() throws(UnitFileProblem) -> Placed<String>? {
        forget(line.name)
        return line.value.isEmpty ? nil : try user(line.value.utf8).map(placed)
    }

    private mutating func readGroups() throws(UnitFileProblem) {
        guard !line.value.isEmpty else {
            settings.supplementaryGroups = []
            return forget(line.name)
        }
        var words = SettingWords(line.value.utf8)
        while true {
            let word: [UInt8]?
            do throws(SettingWords.Invalid) {
                word = try words.next([])
            } catch {
                throw fatal("ends with a backslash")
            }
            guard let word else { return }
            if let group = try user(word) { settings.supplementaryGroups.append(placed(group)) }
        }
    }

    /// Returns the name or number of a user or group; nil if it is unknown.
    private mutating func user(_ bytes: some Collection<UInt8>) throws(UnitFileProblem) -> String? {
        switch resolve(bytes) {
        case .unknown:
            note(line.name)
            return nil
        case .invalid: throw fatal("has a specifier without a value")
        case .known(let bytes):
            guard let user = validText(bytes), Self.isUser(user) else {
                throw fatal("is neither a name nor a number of a user or group")
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
        let isInverted = line.value.utf8.first == UInt8(ascii: "~")
        var words = SettingWords(line.value.utf8.dropFirst(isInverted ? 1 : 0))
        var sum = KernelCapabilitySet.none
        // Mistakes end the words.
        while let word = try? words.next([.quotes]) {
            let word = String(decoding: word, as: UTF8.self)
            if let capability = Self.capability(word) {
                sum = sum.inserting(capability)
            } else if Self.isNumber(word) || word.lowercased().hasPrefix("cap_") {
                // A later version may know the name.
                note(line.name)
            }
        }
        let before = settings[keyPath: set]?.value ?? initial
        let isFirst = sum.isEmpty || before == initial
        if sum.isEmpty, unknown[line.name]?.last?.setting.place != line.place { forget(line.name) }
        let all = KernelCapabilitySet.all
        let new =
            switch (isFirst, isInverted) {
            case (true, true): all.subtracting(sum)
            case (true, false): sum
            case (false, true): before.subtracting(sum)
            case (false, false): before.union(sum)
            }
        settings[keyPath: set] = placed(new)
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
        switch resolve(label.utf8) {
        case .unknown: break
        case .invalid where isOptional: return ignore("has a specifier without a value")
        case .invalid: throw fatal("has a specifier without a value")
        case .known(let bytes): label = String(decoding: bytes, as: UTF8.self)
        }
        guard isEnforced() else { return }
        settings.labels.removeAll { $0.value.kind == kind }
        if !line.value.isEmpty { settings.labels.append(placed(ServiceLabel(kind, label))) }
    }
}

// MARK: Files

extension SettingsReader {
    private mutating func readRootDirectory() throws(UnitFileProblem) {
        let resolved = resolve(line.value.utf8, limit: 4096)
        var path: String?
        // After a mistake in a drop-in, the value before it stays.
        switch resolved {
        case .unknown, .known([]): break
        case .invalid: throw fatal("has a specifier without a value")
        case .known(let bytes):
            path = settingPath(bytes)
            guard path != nil else { throw fatal("is not an absolute path") }
        }
        forget(line.name)
        if case .unknown = resolved { note(line.name) }
        settings.files.rootDirectory = path.map { placed($0) }
    }

    /// The working directory has no effect, but without its `-` a mistake keeps the unit from loading.
    private mutating func readWorkingDirectory() throws(UnitFileProblem) {
        var path: String?
        if !line.value.isEmpty, line.value != "~", !line.value.hasPrefix("-") {
            // After a mistake in a drop-in, the value before it stays.
            switch resolve(line.value.utf8, limit: 4096) {
            case .unknown: break
            case .invalid: throw fatal("has a specifier without a value")
            case .known(let bytes):
                path = settingPath(bytes)
                guard path != nil else { throw fatal("is not an absolute path") }
            }
        }
        settings.workingDirectory = path
    }

    private mutating func readPaths(
        _ list: WritableKeyPath<FileSandbox, [Placed<FileSandbox.Path>]>,
        name: String
    ) {
        guard !line.value.isEmpty else {
            settings.files[keyPath: list] = []
            return forget(name)
        }
        eachWord([.quotes]) { reader, word in
            var word = word[...]
            let isOptional = word.first == UInt8(ascii: "-")
            if isOptional { word.removeFirst() }
            let isBelowRoot = word.first == UInt8(ascii: "+")
            if isBelowRoot { word.removeFirst() }
            guard let path = reader.path(word, of: name) else { return }
            reader.settings.files[keyPath: list].append(
                reader.placed(
                    FileSandbox.Path(path, isOptional: isOptional, isBelowRoot: isBelowRoot)
                )
            )
        }
    }

    /// The two settings are one list, which each of them empties.
    private mutating func readBinds() {
        guard !line.value.isEmpty else {
            settings.files.binds = []
            return forget("BindPaths")
        }
        var words = SettingWords(line.value.utf8)
        do throws(SettingWords.Invalid) {
            while try readBind(&words) {}
        } catch {
            ignore("has a quote without its end, or a backslash at its end")
        }
    }

    /// - Returns: false at the end of the line.
    private mutating func readBind(_ words: inout SettingWords) throws(SettingWords.Invalid) -> Bool
    {
        let colon = UInt8(ascii: ":")
        let separators = [colon] + whiteSpace
        let options: SettingWords.Options = [.quotes, .emptyWords]
        guard let first = try words.next(separatedBy: separators, options) else { return false }
        guard case .known(var source) = resolve(first, limit: 4096) else {
            if case .unknown = resolve(first) { note("BindPaths", .files) }
            // The parts of an unknown source are unknown too.
            return false
        }
        let isOptional = source.first == UInt8(ascii: "-")
        if isOptional { source.removeFirst() }
        guard let source = settingPath(source) else {
            ignore("has a part that is not an absolute path without `..`")
            return true
        }
        var (destination, isRecursive) = (source, true)
        if words.follows(colon) {
            let second = try words.next(separatedBy: separators, options) ?? []
            guard let path = path(second, of: "BindPaths") else { return true }
            destination = path
            if words.follows(colon) {
                switch String(decoding: try words.next([.quotes]) ?? [], as: UTF8.self) {
                case "", "rbind": break
                case "norbind": isRecursive = false
                case "idmap", "noidmap", "rbind,idmap", "norbind,idmap":
                    // Those of later versions.
                    note("BindPaths", .files)
                    return true
                default:
                    ignore("has an option that is not known")
                    return true
                }
            }
        }
        let bind = FileSandbox.Bind(
            source,
            to: destination,
            isReadOnly: line.name == "BindReadOnlyPaths",
            isOptional: isOptional,
            isRecursive: isRecursive
        )
        settings.files.binds.append(placed(bind))
        return true
    }

    private mutating func readTemporaryFileSystems() {
        guard !line.value.isEmpty else {
            settings.files.temporaryFileSystems = []
            return forget(line.name)
        }
        eachWord([.quotes]) { reader, word in
            var parts = SettingWords(word)
            guard
                let first = try? parts.next(separatedBy: [UInt8(ascii: ":")], [.emptyWords]),
                let path = reader.path(first, of: reader.line.name)
            else { return }
            let options = String(decoding: parts.rest, as: UTF8.self)
            let value = FileSandbox.Temporary(path, options: options)
            reader.settings.files.temporaryFileSystems.append(reader.placed(value))
        }
    }

    private mutating func readDirectories(_ kind: FileSandbox.Directory.Kind) {
        guard !line.value.isEmpty else {
            // The mode becomes the default too (`exec_directory_done` in src/core/execute.c of systemd).
            directories[kind] = nil
            directoryNames[kind] = nil
            settings.files.directoryModes[kind] = nil
            return forget(line.name)
        }
        var isWhole = true
        eachWord([.quotes, .keepsBackslashes]) { reader, word in
            if isWhole { isWhole = reader.readDirectory(word, kind) }
        }
    }

    /// - Returns: false if systemd ignores the rest of the line.
    private mutating func readDirectory(
        _ word: [UInt8],
        _ kind: FileSandbox.Directory.Kind
    ) -> Bool {
        let colon = UInt8(ascii: ":")
        var words = SettingWords(word)
        var parts: [[UInt8]] = []
        do throws(SettingWords.Invalid) {
            while parts.count < 2,
                let part = try words.next(separatedBy: [colon], [.cEscapes, .escapedSeparators])
            { parts.append(part) }
        } catch { parts = [] }
        guard let first = parts.first else {
            ignore("has an escape that is not known")
            return false
        }
        // Later versions have a third part.
        guard word.count(where: { $0 == colon }) < 2 else {
            note(line.name, .files)
            return true
        }
        guard let name = path(first, of: line.name, isAbsolute: false) else { return true }
        guard name != "private", !name.utf8.starts(with: "private/".utf8) else {
            ignore("has a part that is `private`")
            return true
        }
        var links: [String] = []
        if parts.count == 2, !parts[1].isEmpty {
            guard kind != .configuration else {
                ignore("has a second name, which this setting does not have")
                return true
            }
            guard let link = path(parts[1], of: line.name, isAbsolute: false) else { return true }
            links = [link]
        }
        if let index = directoryNames[kind]?[Array(name.utf8)] {
            directories[kind]?[index].value.links += links
        } else {
            directoryNames[kind, default: [:]][Array(name.utf8)] = directories[kind]?.count ?? 0
            let directory = FileSandbox.Directory(kind, name, links: links)
            directories[kind, default: []].append(placed(directory))
        }
        return true
    }

    private mutating func readMode(_ kind: FileSandbox.Directory.Kind) {
        guard line.value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }),
            let mode = UInt16(line.value, radix: 8), mode <= 0o7777
        else { return ignore("is not a mode") }
        settings.files.directoryModes[kind] = placed(mode)
    }
}

// MARK: System calls

extension SettingsReader {
    /// - SeeAlso: `config_parse_address_families` in src/core/load-fragment.c of systemd.
    private mutating func readAddressFamilies() {
        guard !line.value.isEmpty, line.value != "none" else {
            permitsNoFamily = line.value == "none"
            settings.filters.addressFamilies =
                permitsNoFamily ? RestrictionList(isAllowList: true, from: named) : nil
            return
        }
        let (isInverted, words) = inverted
        var list = permitsNoFamily ? nil : settings.filters.addressFamilies
        list = list ?? RestrictionList(isAllowList: !isInverted, from: named)
        permitsNoFamily = false
        eachWord(words, [.quotes]) { reader, word in
            // A family that is not known is ignored, and no question is about it.
            guard let family = AddressFamily(named: String(decoding: word, as: UTF8.self)) else {
                return reader.ignore("has a part that is no address family")
            }
            list?.add(family, isInverted: isInverted, in: reader.named)
        }
        settings.filters.addressFamilies = list
    }

    /// - SeeAlso: `config_parse_syscall_filter` in src/core/load-fragment.c of systemd.
    private mutating func readSystemCalls() {
        guard !line.value.isEmpty else {
            settings.filters.systemCalls = nil
            return forget(line.name)
        }
        let (isInverted, words) = inverted
        var list = RestrictionList<String>(isAllowList: !isInverted, from: named)
        if let before = settings.filters.systemCalls {
            list = before
        } else if !isInverted {
            for call in SystemCallSets.calls(of: "@default") ?? [] {
                list.add(call, isInverted: false, in: named)
            }
        }
        eachWord(words, []) { reader, word in
            let word = String(decoding: word, as: UTF8.self)
            guard let (name, refusal) = reader.call(word, isInverted) else { return }
            for call in SystemCallSets.calls(of: name) ?? [name] {
                list.add(call, isInverted: isInverted, refusal, in: reader.named)
            }
        }
        settings.filters.systemCalls = list
    }

    /// Returns the name of a call or a set, and the effect after its colon; nil if systemd ignores the word, or if the
    /// setting is unknown with it.
    private mutating func call(
        _ word: String,
        _ isInverted: Bool
    ) -> (name: String, refusal: SystemCallRefusal?)? {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        var refusal: SystemCallRefusal?
        if parts.count == 2 {
            guard isInverted else {
                ignore("has an error number for a permitted system call")
                return nil
            }
            switch Self.refusal(String(parts[1])) {
            case .known(let found): refusal = found
            case .unknown:
                note(line.name)
                return nil
            case .invalid:
                ignore("has a part with an error number that is not known")
                return nil
            }
        }
        if name.utf8.first == UInt8(ascii: "@") {
            if SystemCallSets.isSet(name) { return (name, refusal) }
            // A later version may know the set.
            note(line.name)
        } else if SystemCallSets.isCall(name) {
            return (name, refusal)
        } else {
            ignore("has a part that is no system call")
        }
        return nil
    }

    /// - SeeAlso: `config_parse_syscall_errno` in src/core/load-fragment.c of systemd.
    private mutating func readErrorNumber() {
        forget(line.name)
        guard !line.value.isEmpty else { return settings.filters.refusal = .killed }
        switch Self.refusal(line.value) {
        case .known(let refusal): settings.filters.refusal = refusal
        case .unknown where line.value != "0": note(line.name)
        case .unknown, .invalid: ignore("is no error number")
        }
    }

    private enum ReadRefusal {
        case known(SystemCallRefusal)
        /// A name or a form of number that systemd may know, or 0, with which a call that was not made succeeds.
        case unknown
        case invalid
    }

    /// - SeeAlso: `seccomp_parse_errno_or_action` in src/shared/seccomp-util.h of systemd.
    private static func refusal(_ text: String) -> ReadRefusal {
        if text == "kill" { return .known(.killed) }
        if let error = Errno(named: text) { return .known(.error(error)) }
        if let number = Int32(text), number > 0, String(number) == text {
            return number > 4095 ? .invalid : .known(.error(Errno(rawValue: number)))
        }
        let first = text.utf8.first ?? 0
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
        return isDigit || "Ee".utf8.contains(first) ? .unknown : .invalid
    }

    private var named: NamedSetting { NamedSetting(text, at: line.place) }

    /// Whether the value begins with `~`, and the words after it.
    private var inverted: (Bool, Substring.UTF8View) {
        let isInverted = line.value.utf8.first == UInt8(ascii: "~")
        return (isInverted, line.value.dropFirst(isInverted ? 1 : 0).utf8)
    }
}

// MARK: Commands

extension SettingsReader {
    private mutating func readCommands(_ kind: ServiceCommand.Kind) throws(UnitFileProblem) {
        guard !line.value.isEmpty else {
            commands[kind] = nil
            return forget(line.name)
        }
        let found = CommandLine(line.value, of: name)
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
        if found.hasUnknownProgram { note(line.name) }
        switch found.mistake {
        case .fatal(let problem): throw fatal(problem)
        case .ignored(let problem): ignore(problem)
        case nil: break
        }
    }
}

// MARK: Settings that are not modelled

extension SettingsReader {
    private mutating func readUnmodelled() {
        if !implied.read(line, as: placed(true)) { note(line.name) }
        if SettingsWithoutEffect.contains(line.name) || line.name.hasPrefix("X-") {
            if line.value.isEmpty { forget(line.name) }
            return
        }
        guard let known = UnmodelledSetting(named: line.name) else {
            guard case .ignored(let cause, let isAssumed)? = manager?.rulingOnUnknown(line.name)
            else { return note(line.name) }
            if isAssumed { settings.isBuildDecisive = true }
            return noteNotEnforced(cause, isAssumed)
        }
        let value = line.value
        switch known.form {
        case .boolean where value.isEmpty, .dependency where value.isEmpty: return
        case .list where !value.isEmpty, .dependency: break
        case .boolean, .value, .word, .list: forget(line.name)
        }
        let isDefault =
            switch known.form {
            case .boolean: boolean(value) == false
            case .value, .list: value.isEmpty
            case .word, .dependency: false
            }
        if isDefault || known.isHarmless(value) { return }
        switch (line.name, value) {
        case ("DevicePolicy", "closed"): note(line.name, .devices, .takesAway)
        // A source in the credentials of systemd itself may be missing. A specifier may stand for a path.
        case (let name, _) where name.hasPrefix("LoadCredential") && !namesPath(value):
            note(name, .files)
        default: note(line.name, known.scope, known.direction)
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
        all.files.directories = FileSandbox.Directory.Kind.allCases.flatMap { kind in
            (directories[kind] ?? []).sorted {
                Self.names($0).lexicographicallyPrecedes(Self.names($1))
            }
        }
        all.withheld = withheld
        if let dynamic = all.isUserDynamic, dynamic.value { apply(dynamic, to: &all) }
        all.impliesNoNewPrivileges = impliesNoNewPrivileges
        all.unknown = unknown.values.joined().sorted { $0.order < $1.order }.map(\.setting)
            .filter { matters($0, to: all) }
        all.notEnforced = notEnforced.values.joined().sorted { $0.order < $1.order }
            .map(\.setting)
        return all
    }

    /// The bytes of the names in a path, for an order in which a directory precedes those in it.
    private static func names(_ directory: Placed<FileSandbox.Directory>) -> [UInt8] {
        directory.value.name.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
    }

    private func apply(_ dynamic: Placed<Bool>, to all: inout ServiceSettings) {
        func implied<Value>(_ value: Value) -> Placed<Value> {
            Placed(value, dynamic.setting, at: dynamic.place)
        }
        func isSet(_ flag: Placed<Bool>?) -> Bool { flag?.value == true }

        if all.user == nil, unknown["User"] == nil { all.user = name.user.map(implied) }
        if all.group == nil, unknown["Group"] == nil { all.group = all.user }
        if !isSet(all.noNewPrivileges) { all.noNewPrivileges = implied(true) }
        if !isSet(all.files.privateTmp) { all.files.privateTmp = implied(true) }
        if all.files.protectSystem?.value != .strict { all.files.protectSystem = implied(.strict) }
        if [nil, .no].contains(all.files.protectHome?.value) {
            all.files.protectHome = implied(.readOnly)
        }
    }

    private var withheld: [Placed<KernelCapabilitySet>] {
        let files = settings.files
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

    private var impliesNoNewPrivileges: [Placed<Bool>] {
        let files = settings.files
        let flags = [
            files.privateDevices, files.protectClock, files.protectHostname,
            files.protectKernelTunables, files.protectKernelModules, files.protectKernelLogs,
        ]
        let filters = settings.filters
        return flags.compactMap(\.self).filter(\.value)
            + [filters.addressFamilies?.setting, filters.systemCalls?.setting].compactMap(\.self)
            + implied.settings
    }

    /// Some settings have an effect only together with others.
    private func matters(_ setting: UnknownSetting, to all: ServiceSettings) -> Bool {
        switch setting.name {
        case "JoinsNamespaceOf":
            all.files.privateTmp?.value == true || unknown["PrivateTmp"] != nil
                || all.privateNetwork?.value == true || unknown["NetworkNamespacePath"] != nil
                || unknown["PrivateIPC"] != nil || unknown["IPCNamespacePath"] != nil
        case "ExecSearchPath":
            all.commands.contains { $0.program.utf8.first != UInt8(ascii: "/") }
        case "MountAPIVFS":
            all.files.rootDirectory != nil || unknown["RootDirectory"] != nil
                || unknown["RootImage"] != nil
        default: true
        }
    }
}
