import Kernel

/// Reads the settings that decide which files a service sees.
struct SandboxReader {
    private var found = FileSandbox()
    private var directories: [FileSandbox.Directory.Kind: [Placed<FileSandbox.Directory>]] = [:]
    /// The indices in ``directories`` by name.
    private var directoryNames: [FileSandbox.Directory.Kind: [[UInt8]: Int]] = [:]

    /// The settings of all lines so far.
    var files: FileSandbox {
        var all = found
        all.directories = FileSandbox.Directory.Kind.allCases.flatMap { kind in
            (directories[kind] ?? []).sorted {
                Self.names($0).lexicographicallyPrecedes(Self.names($1))
            }
        }
        return all
    }

    /// The bytes of the names in a path, for an order in which a directory precedes those in it.
    private static func names(_ directory: Placed<FileSandbox.Directory>) -> [UInt8] {
        directory.value.name.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
    }

    /// - Returns: False for another setting.
    mutating func read(_ line: inout SettingLine) throws(UnitFileProblem) -> Bool {
        switch line.name {
        case "ProtectSystem":
            readWord(\.protectSystem, &line) { boolean($0).map { $0 ? .yes : .no } }
        case "ProtectHome": readWord(\.protectHome, &line) { boolean($0).map { $0 ? .yes : .no } }
        case "ProtectProc": readWord(\.protectProc, &line) { _ in nil }
        case "ProcSubset":
            if ["pid", "all"].contains(line.value) {
                found.showsOnlyProcesses = line.placed(line.value == "pid")
            } else {
                line.ignore(unlike: ["pid", "all"])
            }
        case "RootDirectory": try readRootDirectory(&line)
        case "BindPaths", "BindReadOnlyPaths": readBinds(&line)
        case "TemporaryFileSystem": readTemporaryFileSystems(&line)
        default:
            if let flag = Self.flag(line.name) {
                if let value = line.takeBoolean() { found[keyPath: flag] = value }
            } else if let paths = Self.paths(line.name) {
                readPaths(paths.list, name: paths.name, in: &line)
            } else if let kind = FileSandbox.Directory.Kind(rawValue: line.name) {
                readDirectories(kind, &line)
            } else if line.name.hasSuffix("Mode"),
                let kind = FileSandbox.Directory.Kind(rawValue: String(line.name.dropLast(4)))
            {
                readMode(kind, &line)
            } else {
                return false
            }
        }
        return true
    }

    private static func flag(_ name: String) -> WritableKeyPath<FileSandbox, Placed<Bool>?>? {
        switch name {
        case "PrivateTmp": \.privateTmp
        case "PrivateDevices": \.privateDevices
        case "PrivateMounts": \.privateMounts
        case "ProtectKernelTunables": \.protectKernelTunables
        case "ProtectKernelModules": \.protectKernelModules
        case "ProtectKernelLogs": \.protectKernelLogs
        case "ProtectControlGroups": \.protectControlGroups
        case "ProtectClock": \.protectClock
        case "ProtectHostname": \.protectHostname
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

    private mutating func readWord<Value: CaseIterable & RawRepresentable<String>>(
        _ word: WritableKeyPath<FileSandbox, Placed<Value>?>,
        _ line: inout SettingLine,
        _ ofBoolean: (String) -> Value?
    ) {
        guard let value = ofBoolean(line.value) ?? Value(rawValue: line.value) else {
            return line.ignore(unlike: Value.allCases.map(\.rawValue))
        }
        found[keyPath: word] = line.placed(value)
    }

    private mutating func readRootDirectory(_ line: inout SettingLine) throws(UnitFileProblem) {
        let resolved = line.resolve(line.value.utf8, limit: 4096)
        var path: String?
        // After a mistake in a drop-in, the value before it stays.
        switch resolved {
        case .unknown, .known([]): break
        case .invalid: throw line.fatal("has a specifier without a value")
        case .known(let bytes):
            path = settingPath(bytes)
            guard path != nil else { throw line.fatal("is not an absolute path") }
        }
        line.forget(line.name)
        if case .unknown = resolved { line.note(line.name) }
        found.rootDirectory = path.map { line.placed($0) }
    }

    private mutating func readPaths(
        _ list: WritableKeyPath<FileSandbox, [Placed<FileSandbox.Path>]>,
        name: String,
        in line: inout SettingLine
    ) {
        guard !line.value.isEmpty else {
            found[keyPath: list] = []
            return line.forget(name)
        }
        line.eachWord([.quotes]) { line, word in
            var word = word[...]
            let isOptional = word.first == UInt8(ascii: "-")
            if isOptional { word.removeFirst() }
            let isBelowRoot = word.first == UInt8(ascii: "+")
            if isBelowRoot { word.removeFirst() }
            guard let path = line.path(word, of: name) else { return }
            found[keyPath: list].append(
                line.placed(
                    FileSandbox.Path(path, isOptional: isOptional, isBelowRoot: isBelowRoot)
                )
            )
        }
    }

    /// The two settings are one list, which each of them empties.
    private mutating func readBinds(_ line: inout SettingLine) {
        guard !line.value.isEmpty else {
            found.binds = []
            return line.forget("BindPaths")
        }
        var words = SettingWords(line.value.utf8)
        do throws(SettingWords.Invalid) {
            while try readBind(&words, in: &line) {}
        } catch {
            line.ignore("has a quote without its end, or a backslash at its end")
        }
    }

    /// - Returns: false at the end of the line.
    private mutating func readBind(
        _ words: inout SettingWords,
        in line: inout SettingLine
    ) throws(SettingWords.Invalid) -> Bool {
        let colon = UInt8(ascii: ":")
        let separators = [colon] + whiteSpace
        let options: SettingWords.Options = [.quotes, .emptyWords]
        guard let first = try words.next(separatedBy: separators, options) else { return false }
        guard case .known(var source) = line.resolve(first, limit: 4096) else {
            if case .unknown = line.resolve(first) {
                line.note("BindPaths", .all, .eitherOf(.files))
            }
            // The parts of an unknown source are unknown too.
            return false
        }
        let isOptional = source.first == UInt8(ascii: "-")
        if isOptional { source.removeFirst() }
        guard let source = settingPath(source) else {
            line.ignore("has a part that is not an absolute path without `..`")
            return true
        }
        var (destination, isRecursive) = (source, true)
        if words.follows(colon) {
            let second = try words.next(separatedBy: separators, options) ?? []
            guard let path = line.path(second, of: "BindPaths") else { return true }
            destination = path
            if words.follows(colon) {
                switch String(decoding: try words.next([.quotes]) ?? [], as: UTF8.self) {
                case "", "rbind": break
                case "norbind": isRecursive = false
                case "idmap", "noidmap", "rbind,idmap", "norbind,idmap":
                    // Those of later versions.
                    line.note("BindPaths", .all, .eitherOf(.files))
                    return true
                default:
                    line.ignore("has an option that is not known")
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
        found.binds.append(line.placed(bind))
        return true
    }

    private mutating func readTemporaryFileSystems(_ line: inout SettingLine) {
        guard !line.value.isEmpty else {
            found.temporaryFileSystems = []
            return line.forget(line.name)
        }
        line.eachWord([.quotes]) { line, word in
            var parts = SettingWords(word)
            let first: [UInt8]?
            do throws(SettingWords.Invalid) {
                first = try parts.next(separatedBy: [UInt8(ascii: ":")], [.emptyWords])
            } catch {
                return line.ignore("has a part with a backslash at its end")
            }
            guard let first, let path = line.path(first, of: line.name) else { return }
            let options = String(decoding: parts.rest, as: UTF8.self)
            let value = FileSandbox.Temporary(path, options: options)
            found.temporaryFileSystems.append(line.placed(value))
        }
    }

    private mutating func readDirectories(
        _ kind: FileSandbox.Directory.Kind,
        _ line: inout SettingLine
    ) {
        guard !line.value.isEmpty else {
            // The mode becomes the default too (`exec_directory_done` in src/core/execute.c of systemd).
            directories[kind] = nil
            directoryNames[kind] = nil
            found.directoryModes[kind] = nil
            return line.forget(line.name)
        }
        var isWhole = true
        line.eachWord([.quotes, .keepsBackslashes]) { line, word in
            if isWhole { isWhole = readDirectory(word, kind, in: &line) }
        }
    }

    /// - Returns: false if systemd ignores the rest of the line.
    private mutating func readDirectory(
        _ word: [UInt8],
        _ kind: FileSandbox.Directory.Kind,
        in line: inout SettingLine
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
            line.ignore("has an escape that is not known")
            return false
        }
        // Later versions have a third part.
        guard word.count(where: { $0 == colon }) < 2 else {
            line.note(line.name, .files)
            return true
        }
        guard let name = line.path(first, of: line.name, isAbsolute: false) else { return true }
        guard name != "private", !name.utf8.starts(with: "private/".utf8) else {
            line.ignore("has a part that is `private`")
            return true
        }
        var links: [String] = []
        if parts.count == 2, !parts[1].isEmpty {
            guard kind != .configuration else {
                line.ignore("has a second name, which this setting does not have")
                return true
            }
            guard let link = line.path(parts[1], of: line.name, isAbsolute: false) else {
                return true
            }
            links = [link]
        }
        if let index = directoryNames[kind]?[Array(name.utf8)] {
            directories[kind]?[index].value.links += links
        } else {
            directoryNames[kind, default: [:]][Array(name.utf8)] = directories[kind]?.count ?? 0
            let directory = FileSandbox.Directory(kind, name, links: links)
            directories[kind, default: []].append(line.placed(directory))
        }
        return true
    }

    private mutating func readMode(_ kind: FileSandbox.Directory.Kind, _ line: inout SettingLine) {
        guard line.value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }),
            let mode = UInt16(line.value, radix: 8), mode <= 0o7777
        else { return line.ignore("is not a mode") }
        found.directoryModes[kind] = line.placed(mode)
    }
}
