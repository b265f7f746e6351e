import Kernel
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
        let unit = try loaded(as: alias, with: lines, by: manager)
        for name in perhapsLoadedAs where name != alias {
            guard try loaded(as: name, with: lines, by: manager).settings == unit.settings else {
                throw .namedByAlias(files[0].path, name.text)
            }
        }
        return unit
    }

    private func loaded(
        as alias: ServiceName,
        with lines: [String],
        by manager: ServiceManager?
    ) throws(UnitFileFault) -> LoadedUnit {
        let given = UnitFile(settings: lines)
        var ignored: [UnitFileProblem] = []
        let settings: ServiceSettings
        do throws(UnitFileProblem) {
            settings = try ServiceSettings(
                reading: files + [given],
                name: name,
                loadedAs: alias,
                by: manager,
                ignored: &ignored
            )
        } catch {
            throw .setting(error)
        }
        if let problem = given.problem(in: settings, ignored) {
            throw .given(problem: problem.problem, line: lines[problem.place.line - 1])
        }
        return LoadedUnit(
            name: name,
            settings: settings,
            files: files.map(\.path),
            ignored: ignored
        )
    }
}
