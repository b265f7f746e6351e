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

/// The unit files of this machine, each read once, so that many settings can be tried.
private struct UnitFilesReadOnce: UnitFileProbe {
    /// The name of a drop-in that does not count.
    let replaced: String
    private let found = Kept()

    init(replacing name: String) { replaced = name }

    private actor Kept {
        private var units: [String: Task<FoundUnit, any Error>] = [:]

        func unit(
            _ key: String,
            reading read: @escaping @Sendable () async throws -> FoundUnit
        ) async throws -> FoundUnit {
            let reading = units[key] ?? Task { try await read() }
            units[key] = reading
            return try await reading.value
        }
    }

    func unit(at path: String, root: String?) async throws -> FoundUnit {
        try await found.unit("\(root ?? "")\0\(path)") {
            try await Host.live.unitFiles.unit(at: path, root: root).without(replaced)
        }
    }

    func unit(
        loadedAs unit: UnitFacts,
        after time: UInt64,
        root: String?
    ) async throws -> FoundUnit {
        try await found.unit("\(root ?? "")\0\(unit.id)") {
            try await Host.live.unitFiles.unit(loadedAs: unit, after: time, root: root)
                .without(replaced)
        }
    }
}

extension FoundUnit {
    /// Returns the unit without the drop-ins of this name.
    fileprivate func without(_ dropIn: String) -> Self {
        FoundUnit(
            name: name,
            alias: alias,
            perhapsLoadedAs: perhapsLoadedAs,
            files: files.filter {
                !$0.path.utf8.reversed().starts(with: "/\(dropIn)".utf8.reversed())
            }
        )
    }
}

/// The identities of services that were asked about.
actor KeptServices {
    private var found: [Subject: Task<FoundSubject, any Error>] = [:]

    func identity(
        of subject: Subject,
        finding find: @escaping @Sendable () async throws -> FoundSubject
    ) async throws -> FoundSubject {
        let finding = found[subject] ?? Task { try await find() }
        found[subject] = finding
        return try await finding.value
    }
}

extension Host {
    private static let keptServiceFamily = Family<KeptServices?>(live: nil)

    /// The services whose identities do not change any more; nil for a host that finds them anew each time.
    var keptServices: KeptServices? { self[Self.keptServiceFamily] }

    /// Returns this host with unit files and services that do not change any more, once they are read.
    ///
    /// - Parameter dropIn: The name of a drop-in that does not count, because it will be replaced.
    package func keepingServices(replacing dropIn: String) -> Host {
        asking(Self.unitFileFamily, by: UnitFilesReadOnce(replacing: dropIn))
            .asking(Self.keptServiceFamily, by: KeptServices())
    }
}
