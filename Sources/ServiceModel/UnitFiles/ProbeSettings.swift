/// The settings of a unit that starts another program in the sandbox of a service.
///
/// They are the lines of the service, so that systemd itself reads them. Left out are those that would touch the live
/// service, the commands, and what decides about its start, its end and its resources.
package struct ProbeSettings: Hashable, Sendable {
    /// The reason why a service has no probe, as it continues the name of the setting.
    package struct Problem: Error, Hashable, Sendable {
        package let description: String
    }

    /// A program, and the files that are its input and output.
    package struct Program: Hashable, Sendable {
        /// The words of the command. In a unit, none of them needs quotes.
        let command: [String]
        let input: String
        let output: String
        let errors: String

        package init(command: [String], input: String, output: String, errors: String) {
            (self.command, self.input, self.output, self.errors) = (command, input, output, errors)
        }
    }

    /// A drop-in for a unit without settings.
    package let text: String
    /// The settings that the program does not have as they are, though an answer can depend on them, each with what it
    /// has instead.
    package let replaced: [String]

    /// - Parameters:
    ///   - files: The unit file of the service, its drop-ins, and further lines, in the order in which they count.
    ///   - name: The name of the service.
    ///   - alias: The name by which the service is loaded. Specifiers of the unit file have this name.
    ///   - settings: Those of the files.
    ///   - command: The command whose prefix the program gets.
    package init(
        _ files: [UnitFile],
        name: ServiceName,
        loadedAs alias: ServiceName,
        settings: ServiceSettings,
        command: ServiceCommand,
        running program: Program
    ) throws(Problem) {
        var (unit, service, replaced): ([String], [String], [String]) = ([], [], [])
        var restricted: Set<String> = []
        for (index, file) in files.enumerated() {
            for line in file.assignments {
                let isOfUnit = line.section == "Unit" && line.name == "JoinsNamespaceOf"
                guard isOfUnit || line.section == "Service" else { continue }
                guard !Self.leftOut.contains(line.name) else {
                    if let words = Self.words(ofLeftOut: line) { replaced.append(words) }
                    continue
                }
                let named = index == 0 ? alias : name
                let value = try named.fixed(in: line.value, of: line.name)
                if isOfUnit {
                    unit.append("\(line.name)=\(value)")
                } else {
                    service.append("\(line.name)=\(value)")
                }
                if Self.needs[line.name] == nil { continue }
                if value.isEmpty {
                    restricted.remove(line.name)
                } else {
                    restricted.insert(line.name)
                }
            }
        }
        for setting in restricted.sorted() {
            let needed = Self.needs[setting, default: ""]
            service.append("\(setting)=\(needed)")
            replaced.append("\(setting)= also permits \(needed)")
        }
        if settings.isUserDynamic?.value == true, let user = settings.user?.value {
            service.append("User=\(user)")
        }
        for directory in settings.files.directories {
            let lines = Self.lines(for: directory.value, of: settings)
            guard directory.value.name.utf8.allSatisfy(isPlain) else {
                throw Problem(description: "\(directory.setting) has a name that needs quotes")
            }
            service += lines.filter { !service.contains($0) }
            replaced.append("\(directory.words) is \(lines.joined(separator: " and "))")
        }
        unit.append("CollectMode=inactive-or-failed")
        service += [
            "Type=oneshot", "SuccessExitStatus=1 2", "TimeoutStartSec=\(Self.seconds)",
            "TimeoutStopSec=5",
            "UnsetEnvironment=LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DBUS_SYSTEM_BUS_ADDRESS",
            "StandardInput=file:\(program.input)", "StandardOutput=file:\(program.output)",
            "StandardError=file:\(program.errors)",
            "ExecStart=\(command.privilege.prefix)\(program.command.joined(separator: " "))",
        ]
        let sections = [("Unit", unit), ("Service", service)]
        text = sections.map { "[\($0)]\n" + $1.map { $0 + "\n" }.joined() }.joined()
        self.replaced = replaced
    }

    /// The time after which systemd ends the program, in seconds.
    package static let seconds = 30

    /// What this program needs of a list of permitted things: questions about networks ask rtnetlink(7).
    private static let needs = ["RestrictAddressFamilies": "AF_NETLINK"]

    private static let directories = FileSandbox.Directory.Kind.allCases.map(\.rawValue)

    private static let leftOut: Set<String> = {
        var names = Set(SettingsWithoutEffect.names)
        names.subtract(inheritedWithoutEffect)
        names.formUnion(ServiceCommand.Kind.allCases.map(\.rawValue))
        names.formUnion(directories + directories.map { $0 + "Mode" })
        names.formUnion(["Type", "PermissionsStartOnly"])
        names.formUnion(replacedNames)
        return names
    }()

    /// Settings that change no answer by themselves, but the start, the restrictions of others or `NoNewPrivileges=`.
    private static let inheritedWithoutEffect = [
        "Environment", "EnvironmentFile", "PassEnvironment", "UnsetEnvironment",
        "SetLoginEnvironment", "UMask", "WorkingDirectory", "KeyringMode", "IPAddressAllow",
        "SocketBindAllow", "LockPersonality", "Personality", "MemoryDenyWriteExecute",
        "RestrictNamespaces", "RestrictRealtime", "SystemCallLog",
    ]

    /// The input and output are those of the probe. A session of PAM would be entered, and a journal of its own started.
    /// A limit could stop this program, which also reads settings of the kernel below `/proc/sys`.
    private static let replacedNames = [
        "StandardInput", "StandardOutput", "StandardError", "PAMName", "LogNamespace",
        "LimitNOFILE",
        "LimitFSIZE", "ProcSubset",
    ]

    private static func words(ofLeftOut line: UnitFile.Assignment) -> String? {
        guard replacedNames.contains(line.name), !["", "all"].contains(line.value),
            UnmodelledSetting(named: line.name)?.isHarmless(line.value) != true
        else { return nil }
        return "\(line.name)=\(line.value) in \(line.place) is left out"
    }

    /// Returns the lines that show a directory of the service as it is. systemd would give `StateDirectory=` another
    /// owner, and would remove `RuntimeDirectory=` at the end.
    private static func lines(
        for directory: FileSandbox.Directory,
        of settings: ServiceSettings
    ) -> [String] {
        let path = String(decoding: directory.path.bytes, as: UTF8.self)
        let isPrivate = directory.kind != .configuration && directory.kind != .runtime
        if settings.isUserDynamic?.value == true, isPrivate {
            let parent = path.dropLast(directory.name.count) + "private"
            return [
                "TemporaryFileSystem=\(parent):ro,mode=0755",
                "BindPaths=-\(parent)/\(directory.name)",
            ]
        }
        return ["BindPaths=-\(path)"]
    }
}

extension ServiceCommand.Privilege {
    /// The character before a command.
    fileprivate var prefix: String {
        switch self {
        case .asSet: ""
        case .full: "+"
        case .elevated: "!"
        }
    }
}

extension ServiceName {
    /// The specifiers that the name of a unit decides.
    private static let own = Array("nNpPiIjJf".utf8)
    /// Those that its files or its control group decide.
    private static let ofUnit = Array("yYcrR".utf8)

    /// Returns a value in which the specifiers of the name have their values. systemd expands the others.
    ///
    /// - Throws: ``ProbeSettings/Problem`` if a value would not be read as one plain text.
    fileprivate func fixed(
        in value: String,
        of setting: String
    ) throws(ProbeSettings.Problem) -> String {
        guard value.utf8.contains(UInt8(ascii: "%")) else { return value }
        var result: [UInt8] = []
        var rest = Array(value.utf8)[...]
        while let byte = rest.popFirst() {
            result.append(byte)
            guard byte == UInt8(ascii: "%"), let letter = rest.popFirst() else { continue }
            guard Self.own.contains(letter) || Self.ofUnit.contains(letter) else {
                result.append(letter)
                continue
            }
            let known = Self.own.contains(letter) ? try? expanding([byte, letter]) : nil
            guard let known, known.allSatisfy(isPlain) else {
                let problem =
                    "\(setting)=\(value) has a specifier that only \(text) itself can have"
                throw ProbeSettings.Problem(description: problem)
            }
            result.removeLast()
            result += known
        }
        return String(decoding: result, as: UTF8.self)
    }
}
