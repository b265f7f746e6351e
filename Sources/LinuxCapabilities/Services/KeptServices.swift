import LinuxSystem
package import ServiceModel

/// Values that are found once, also by several askers at a time.
private actor FoundOnce<Key: Hashable & Sendable, Value: Sendable> {
    private var found: [Key: Task<Value, any Error>] = [:]

    func value(
        of key: Key,
        finding find: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let finding = found[key] ?? Task { try await find() }
        found[key] = finding
        return try await finding.value
    }
}

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

/// The services that were asked about.
private struct KeptServices {
    let found = FoundOnce<Subject, FoundService>()
}

extension Host {
    private static let keptServiceFamily = Family<KeptServices?>(live: nil)

    /// Returns a service, found anew unless this host keeps services.
    func service(_ subject: Subject) async throws -> FoundService {
        guard let kept = self[Self.keptServiceFamily] else {
            return try await foundService(subject)
        }
        return try await kept.found.value(of: subject) { try await foundService(subject) }
    }

    /// Returns this host with unit files and services that do not change any more, once they are read.
    ///
    /// - Parameter dropIn: The name of a drop-in that does not count, because it will be replaced.
    package func keepingServices(replacing dropIn: String? = nil) -> Host {
        asking(Self.unitFileFamily, by: UnitFilesReadOnce(unitFiles, replacing: dropIn))
            .asking(Self.keptServiceFamily, by: KeptServices())
    }

    /// Returns the lines of a service that systemd ignores; none for another subject.
    ///
    /// - Throws: As ``identity(of:)``.
    package func ignoredLines(of subject: Subject) async throws -> [UnitFileProblem] {
        subject.isService ? try await service(subject).ignored : []
    }
}
