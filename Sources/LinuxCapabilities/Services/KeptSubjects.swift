import LinuxSystem
package import ServiceModel

/// Unit files that are each read once, so that many settings can be tried.
private struct UnitFilesReadOnce: UnitFileProbe {
    let files: any UnitFileProbe
    /// The name of a drop-in that does not count.
    let replaced: String?
    private let units = FoundOnce<[String?], FoundUnit>()

    init(_ files: any UnitFileProbe, replacing name: String?) {
        (self.files, replaced) = (files, name)
    }

    func unit(at path: String, root: String?) async throws -> FoundUnit {
        try await units.value(of: [path, root]) {
            try await files.unit(at: path, root: root).without(replaced)
        }
    }

    func unit(
        loadedAs unit: UnitFacts,
        after time: UInt64,
        root: String?
    ) async throws -> FoundUnit {
        try await units.value(of: [unit.id, root]) {
            try await files.unit(loadedAs: unit, after: time, root: root).without(replaced)
        }
    }
}

/// A systemd that is asked for its build once.
private struct ManagerAskedOnce: ServiceManagerProbe {
    let manager: any ServiceManagerProbe
    private let builds = FoundOnce<Int32, SystemdBuild?>()

    init(_ manager: any ServiceManagerProbe) { self.manager = manager }

    func kernel(withControlGroups: Bool) -> ServiceManager {
        manager.kernel(withControlGroups: withControlGroups)
    }

    func build() async throws -> SystemdBuild? {
        try await builds.value(of: 1) { try await manager.build() }
    }
}

extension FileProbe {
    /// The same files. The questions about users and services share them if they are those of this machine.
    fileprivate var keepingFiles: any FileProbe {
        guard var live = self as? LiveFiles else { return self }
        live.kept = KeptFiles()
        return live
    }
}

extension FoundUnit {
    /// Returns the unit without the drop-ins of this name.
    fileprivate func without(_ dropIn: String?) -> Self {
        guard let dropIn else { return self }
        return FoundUnit(
            name: name,
            alias: alias,
            perhapsLoadedAs: perhapsLoadedAs,
            files: files.filter {
                !$0.path.utf8.reversed().starts(with: "/\(dropIn)".utf8.reversed())
            }
        )
    }
}

/// The users and services that were asked about, and what the services have in common.
private struct KeptSubjects {
    let users = FoundOnce<Subject, FoundSubject>()
    let services = FoundOnce<Subject, FoundService>()
    let managers = FoundOnce<Int32, ManagerState>()
    let ids = FoundOnce<[String?], ServiceStart.IDs>()
    let readings = FoundOnce<Reading, ReadUnit>()

    struct Reading: Hashable {
        let unit: FoundUnit
        let manager: ServiceManager
    }
}

extension Host {
    private static let keptSubjectFamily = Family<KeptSubjects?>(live: nil)

    /// Returns a user, found anew unless this host keeps subjects.
    func user(
        _ subject: Subject,
        finding find: @escaping @Sendable () async throws -> FoundSubject
    ) async throws -> FoundSubject {
        guard let kept = self[Self.keptSubjectFamily] else { return try await find() }
        return try await kept.users.value(of: subject, finding: find)
    }

    /// Returns a service, found anew unless this host keeps subjects.
    func service(_ subject: Subject) async throws -> FoundService {
        guard let kept = self[Self.keptSubjectFamily] else {
            return try await foundService(subject)
        }
        return try await kept.services.value(of: subject) { try await foundService(subject) }
    }

    /// Returns the state of process 1, found anew unless this host keeps subjects.
    func managerState() async throws -> ManagerState {
        guard let kept = self[Self.keptSubjectFamily] else { return try await foundManagerState() }
        return try await kept.managers.value(of: 1) { try await foundManagerState() }
    }

    /// Returns the ids that the settings name, found anew unless this host keeps subjects.
    func startingIDs(of settings: ServiceSettings) async throws -> ServiceStart.IDs {
        guard let kept = self[Self.keptSubjectFamily] else { return try await ids(of: settings) }
        let isDynamic = settings.isUserDynamic?.value == true
        let names = [isDynamic ? "" : nil, settings.user?.value, settings.group?.value]
        return try await kept.ids.value(of: names + settings.supplementaryGroups.map(\.value)) {
            try await ids(of: settings)
        }
    }

    /// Returns a unit with its settings, read anew unless this host keeps subjects.
    func read(_ unit: FoundUnit, by manager: ServiceManager) async throws -> ReadUnit {
        guard let kept = self[Self.keptSubjectFamily] else { return ReadUnit(unit, by: manager) }
        let key = KeptSubjects.Reading(unit: unit, manager: manager)
        return try await kept.readings.value(of: key) { ReadUnit(unit, by: manager) }
    }

    /// Returns this host with users, unit files and services that do not change any more, once they are read. The
    /// files that users and services see are read again after a second.
    ///
    /// - Parameter dropIn: The name of a drop-in that does not count, because it will be replaced.
    package func keepingSubjects(replacing dropIn: String? = nil) -> Host {
        asking(Self.unitFileFamily, by: UnitFilesReadOnce(unitFiles, replacing: dropIn))
            .asking(Self.keptSubjectFamily, by: KeptSubjects())
            .asking(Self.serviceManagerFamily, by: ManagerAskedOnce(serviceManager))
            .asking(Self.fileFamily, by: files.keepingFiles)
    }

    /// Returns the lines of a service that systemd ignores; none for another subject.
    ///
    /// - Throws: As ``identity(of:)``.
    package func ignoredLines(of subject: Subject) async throws -> [UnitFileProblem] {
        subject.isService ? try await service(subject).ignored : []
    }
}
