import AccessModel
import Kernel

/// The file of a program that the judge creates.
struct JudgedProgram {
    enum Mount: UInt64, CaseIterable {
        case plain, nosuid, foreign, idmapped, theirs
    }

    let mount: Mount
    let mode: UInt16
    let owner: UInt32
    let group: UInt32
    let attribute: [UInt8]

    /// The file in the form that the judge reads.
    var numbers: [UInt64] {
        [mount.rawValue, UInt64(mode), UInt64(owner), UInt64(group), UInt64(attribute.count)]
            + attribute.map(UInt64.init)
    }

    func distrust(of process: JudgedProcess, in scene: Scene) -> MountDistrust? {
        switch mount {
        case .plain, .idmapped: nil
        case .nosuid: .nosuid
        case .foreign: .mountOfOtherNamespace
        case .theirs:
            process.credentials.namespace.isWithin(scene.namespaces[1].own.identity)
                ? nil : .fileSystemOfOtherNamespace
        }
    }
}
