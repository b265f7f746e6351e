import Kernel
import LinuxSystem

/// A file, identified regardless of the path that names it.
enum NamedFile: Hashable {
    case found(device: DeviceNumber, inode: UInt64)
    /// The path of a file that cannot be examined.
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
