import Kernel
import LinuxSystem
package import ServiceModel

/// The files of a service, before their settings are read.
package struct FoundUnit: Hashable, Sendable {
    let name: ServiceName
    /// The name by which the unit is loaded, if that is another one.
    let alias: ServiceName
    /// Further names by which systemd may have loaded the unit, which it does not state. Specifiers of the unit file
    /// have the name by which it was loaded.
    var perhapsLoadedAs: [ServiceName] = []
    /// The unit file and its drop-ins, in the order in which they count.
    let files: [UnitFile]

    var settingNames: [String] { files.flatMap { $0.assignments.map(\.name) } }

    /// True if processes of the running service may survive its stop, see systemd.kill(5).
    var mayLeaveProcesses: Bool {
        !["control-group", "mixed"].contains(last("KillMode") ?? "control-group")
            || boolean(last("SendSIGKILL") ?? "yes") != true
    }

    /// True if systemd keeps the contents of `RuntimeDirectory=` when it restarts the service.
    var keepsRuntimeDirectories: Bool {
        last("RuntimeDirectoryPreserve").map { $0 == "restart" || boolean($0) == true } ?? false
    }

    /// The files of `EnvironmentFile=` with plain absolute paths, each once. Patterns and specifiers are left out.
    var environmentFiles: [UnitSettings.EnvironmentFile] {
        var paths: [String] = []
        for line in files.flatMap(\.assignments)
        where line.section == "Service" && line.name == "EnvironmentFile" {
            if line.value.isEmpty { paths = [] } else { paths.append(line.value) }
        }
        var seen: Set<String> = []
        return paths.compactMap { written in
            let isOptional = written.hasPrefix("-")
            let path = String(written.dropFirst(isOptional ? 1 : 0))
            guard path.isAbsolutePath, !path.contains(where: "%*?[\\\"'$".contains),
                !path.pathNames.contains(".."), seen.insert(path).inserted
            else { return nil }
            return .init(path, isOptional: isOptional)
        }
    }

    private func last(_ name: String) -> String? {
        files.flatMap(\.assignments).last { $0.section == "Service" && $0.name == name }?.value
    }

    /// - Parameters:
    ///   - lines: Settings for the section `[Service]`, which come after all drop-ins.
    ///   - manager: Decides which settings are enforced; nil to read all of them.
    /// - Throws: ``UnitFileFault`` if systemd does not load the unit, or ignores one of the lines.
    package func loaded(
        with lines: [String] = [],
        by manager: ServiceManager? = nil
    ) throws(UnitFileFault) -> LoadedUnit {
        try ReadUnit(self, by: manager).loaded(with: lines)
    }
}

/// A unit whose files are read, so that several lines can be tried after them.
struct ReadUnit: Sendable {
    private let unit: FoundUnit
    /// The settings for each name by which the unit may be loaded, the known one first.
    private let readings: [(name: ServiceName, found: Result<SettingsReader, UnitFileProblem>)]

    /// - Parameter manager: Decides which settings are enforced; nil to read all of them.
    init(_ unit: FoundUnit, by manager: ServiceManager?) {
        self.unit = unit
        let names = [unit.alias] + unit.perhapsLoadedAs.filter { $0 != unit.alias }
        readings = names.map { alias in
            let found = Result { () throws(UnitFileProblem) in
                try SettingsReader(unit.files, name: unit.name, loadedAs: alias, by: manager)
            }
            return (alias, found)
        }
    }

    /// - Throws: As ``FoundUnit/loaded(with:by:)``.
    func loaded(with lines: [String]) throws(UnitFileFault) -> LoadedUnit {
        let given = UnitFile(settings: lines)
        let first = try loaded(readings[0].found, given, lines)
        for other in readings.dropFirst() {
            guard try loaded(other.found, given, lines).settings == first.settings else {
                throw .namedByAlias(unit.files[0].path, other.name.text)
            }
        }
        return first
    }

    private func loaded(
        _ reading: Result<SettingsReader, UnitFileProblem>,
        _ given: UnitFile,
        _ lines: [String]
    ) throws(UnitFileFault) -> LoadedUnit {
        var reader: SettingsReader
        do throws(UnitFileProblem) { reader = try reading.get() } catch { throw .setting(error) }
        reader.add(dropIn: given)
        let settings = reader.settingsSoFar
        if let problem = given.problem(in: settings, reader.ignored) {
            throw .given(problem: problem.problem, line: lines[problem.place.line - 1])
        }
        return LoadedUnit(
            name: unit.name,
            settings: settings,
            files: unit.files.map(\.path),
            ignored: reader.ignored
        )
    }
}
