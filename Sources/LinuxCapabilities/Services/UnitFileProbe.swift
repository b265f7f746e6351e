package import LinuxSystem
package import ServiceModel

/// Reads the unit files of services.
package protocol UnitFileProbe: Sendable {
    /// Reads a unit file and its drop-ins. The service need not be installed.
    ///
    /// The name of the file is the name of the service. If the file is a link, the name of the link is, except for an
    /// alias: a link from a directory of units to a file there. In that file, specifiers have the name of the alias, as
    /// with systemd if it loads the unit by that name first. For an instance whose file does not exist, such as
    /// `getty@tty1.service`, the template beside it is read.
    ///
    /// - Parameters:
    ///   - path: The unit file. Below a root it starts at the root.
    ///   - root: The directory that is the root of all paths and links; nil for that of this process.
    /// - Throws: ``UnitFileFault``; ``SystemError`` if a file or directory cannot be read; `CancellationError`.
    func unit(at path: String, root: String?) async throws -> FoundUnit

    /// Reads the files from which systemd loaded a service.
    ///
    /// - Parameters:
    ///   - unit: The facts of systemd about it.
    ///   - time: The time at which systemd last read all unit files, in microseconds since 1970.
    ///   - root: As above.
    /// - Throws: As above.
    func unit(
        loadedAs unit: UnitFacts,
        after time: UInt64,
        root: String?
    ) async throws -> FoundUnit
}

/// A service as systemd would load it.
package struct LoadedUnit: Hashable, Sendable {
    package let name: ServiceName
    package let settings: ServiceSettings
    /// The paths of the unit file and of its drop-ins, in the order in which they count.
    package let files: [String]
    /// The lines that systemd ignores.
    package let ignored: [UnitFileProblem]

    package init(
        name: ServiceName,
        settings: ServiceSettings,
        files: [String],
        ignored: [UnitFileProblem] = []
    ) {
        (self.name, self.settings, self.files, self.ignored) = (name, settings, files, ignored)
    }
}

extension Host {
    package static let unitFileFamily = Family<any UnitFileProbe>(live: LiveUnitFiles())

    package var unitFiles: any UnitFileProbe { self[Self.unitFileFamily] }
}

/// The files of this machine.
struct LiveUnitFiles: UnitFileProbe {
    func unit(at path: String, root: String?) async throws -> FoundUnit {
        try await BlockingThreads.shared.runAsCaller("unit file \(path)") {
            try UnitFiles(root: root).unit(at: path)
        }
    }

    func unit(
        loadedAs unit: UnitFacts,
        after time: UInt64,
        root: String?
    ) async throws -> FoundUnit {
        try await BlockingThreads.shared.runAsCaller("unit \(unit.id)") {
            try UnitFiles(root: root).unit(loadedAs: unit, after: time)
        }
    }
}
