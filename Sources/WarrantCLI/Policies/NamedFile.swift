import Kernel
import LinuxSystem

/// A file, by whichever of its paths it was named.
enum NamedFile: Hashable {
    case found(device: DeviceNumber, inode: UInt64)
    /// It cannot be looked at.
    case path(String)

    init(_ path: String) {
        do throws(SystemError) {
            let place = try FileCalls.openPlace(path, follow: true)
            let facts = try FileCalls.facts(of: place, at: path)
            self = .found(device: facts.device, inode: facts.inode)
        } catch {
            self = .path(path)
        }
    }
}
