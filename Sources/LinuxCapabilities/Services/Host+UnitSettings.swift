import Kernel
package import LinuxSystem
import ServiceModel

extension Host {
    /// Returns the settings of a service that a policy to start from needs, from a unit file and its drop-ins. Those
    /// about other units are left out. The groups are all that the service would have, if they differ from those of its
    /// user.
    ///
    /// - Throws: ``UnitFileFault``; ``SystemError`` if a file or directory cannot be read; `CancellationError`.
    package func settings(ofUnitFile path: String) async throws -> UnitSettings {
        let found = try await unitFiles.unit(at: path, root: nil)
        let unit = try found.loaded()
        var settings = UnitSettings(unit)
        settings.environmentFiles = found.environmentFiles
        guard !settings.group.isEmpty || !settings.supplementaryGroups.isEmpty else {
            return settings
        }
        do {
            let ids = try await ids(of: unit.settings)
            let others = (ids.initial ?? []).union(ids.supplementary).subtracting([ids.group ?? 0])
            let all = [ids.group ?? 0] + others.sorted()
            let names = try await accounts.names(users: [], groups: Set(all))
            let named = all.map { names.knownGroup($0) ?? "\($0)" }
            (settings.group, settings.supplementaryGroups) = (named[0], Array(named.dropFirst()))
        } catch is ServiceStart.Failure {
            // A user or a group does not exist yet. The policy has the names, and a check reports them.
        } catch is NotModelled {
            // The groups of such a dynamic user do not become part of a policy.
        }
        return settings
    }
}

extension UnitSettings {
    fileprivate init(_ unit: LoadedUnit) {
        let found = unit.settings
        self.init(id: unit.name.text)
        user = found.user?.value ?? ""
        isUserDynamic = found.isUserDynamic?.value == true
        group = found.group?.value ?? ""
        supplementaryGroups = found.supplementaryGroups.map(\.value)
        ambientSet = found.ambientSet?.value ?? .none
        programs = found.commands.filter { $0.kind == .start }.map(\.program)
        writablePaths = found.files.readWritePaths.map(\.value.path)
        directories = found.files.directories.map {
            Directory($0.value.kind.rawValue, $0.value.path.description)
        }
    }
}
