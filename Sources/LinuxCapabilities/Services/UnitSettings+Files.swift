import Capabilities
import Kernel
package import LinuxSystem
import ServiceModel

extension Host {
    /// Returns the settings of a service that a policy to start from needs, from a unit file and its drop-ins. Those
    /// about other units are left out.
    ///
    /// - Throws: ``UnitFileFault``; ``SystemError`` if a file or directory cannot be read; `CancellationError`.
    package func settings(ofUnitFile path: String) async throws -> UnitSettings {
        let found = try await unitFiles.unit(at: path, root: nil)
        var settings = UnitSettings(try found.loaded())
        settings.environmentFiles = found.environmentFiles
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
        boundingSet = found.boundingSet?.value
        ambientSet = found.ambientSet?.value ?? .none
        programs = found.commands.filter { $0.kind == .start }.map(\.program)
        writablePaths = found.files.readWritePaths.map(\.value.path)
        directories = found.files.directories.map {
            Directory($0.value.kind.rawValue, $0.value.path.description)
        }
    }
}
