import CLinux
import Glibc
import Kernel

// Automount points, see autofs(5) and systemd.automount(5). The use of a path below one mounts a file system.
extension FileCalls {
    private static let autofsMagic: UInt64 = 0x187

    /// Opens a place as ``openPlace(_:in:follow:)`` does, and triggers no automount.
    ///
    /// - Throws: ``SystemError`` as open(2) fails; `EREMOTE` if an automount point is on the way.
    package static func openMountedPlace(
        _ path: String,
        follow: Bool
    ) throws(SystemError) -> Descriptor {
        if let place = try openCachedPlace(path, follow: follow) { return place }
        if passesAutomount(path, follow: follow) {
            let remedy = "it is below an automount point, and to look there would mount something"
            throw SystemError("open(2)", path, code: EREMOTE, remedy: remedy)
        }
        return try openPlace(path, follow: follow)
    }

    /// Walks name by name. With `O_PATH`, the last name of a path triggers no automount.
    private static func passesAutomount(_ path: String, follow: Bool) -> Bool {
        var names = Array(path.pathNames.reversed())
        let wantsDirectory = path.endsInSlash
        var linkCount = 0
        do throws(SystemError) {
            var place = try openPlace(path.isAbsolutePath ? "/" : ".", follow: true)
            while let name = names.popLast() {
                if isAutomount(place) { return true }
                let next = try openPlace(String(name), in: place.number, follow: false)
                let isFollowed = !names.isEmpty || follow || wantsDirectory
                guard isFollowed, try facts(of: next, at: path).kind == .symbolicLink else {
                    place = next
                    continue
                }
                linkCount += 1
                // The kernel follows at most 40 links.
                if linkCount > 40 { return false }
                // A magic link does not lead where its text says.
                if isOfProc(next) {
                    place = try openPlace(String(name), in: place.number, follow: true)
                    continue
                }
                let target = try target(of: next, at: path)
                names += target.pathNames.reversed()
                if target.isAbsolutePath { place = try openPlace("/", follow: true) }
            }
            return wantsDirectory && isAutomount(place)
        } catch {
            // The kernel cannot walk further either.
            return false
        }
    }

    /// Always false before Linux 6.8, which has no statmount(2): fstatfs(2) could wait for a file server.
    private static func isAutomount(_ place: borrowing Descriptor) -> Bool {
        guard let id = uniqueMount(of: place) else { return false }
        var mount = clinux_mount()
        // SAFETY: the call writes at most one `struct clinux_mount`.
        return unsafe clinux_statmount(id, &mount) == 0 && mount.magic == autofsMagic
    }

    private static func uniqueMount(of place: borrowing Descriptor) -> UInt64? {
        var found = statx()
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | clinux_statx_dont_sync
        // SAFETY: the call writes one `struct statx`.
        let code = unsafe clinux_statx(
            place.number,
            "",
            flags,
            clinux_statx_mount_id_unique,
            &found
        )
        guard code == 0, found.stx_mask & clinux_statx_mount_id_unique != 0 else { return nil }
        return clinux_mount_id(found)
    }
}
