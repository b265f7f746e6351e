import CLinux
import Glibc
package import Kernel

/// State of a file besides its attributes: its encryption key, its project, its layer of an overlay.
package enum FileState {
    /// Whether the key of a file that fscrypt encrypts is present, as far as this thread may see.
    ///
    /// A regular file is opened for the answer. The kernel refuses that with `ENOKEY` if the key is missing.
    ///
    /// - Returns: nil if this thread may not open the file, or the key is of an old kind.
    package static func hasKey(of place: borrowing Descriptor, isDirectory: Bool) -> Bool? {
        do throws(SystemError) {
            let file = try FileCalls.reopenUnseen(
                place,
                directory: isDirectory,
                at: "an encrypted file"
            )
            guard isDirectory else { return true }
            let status = clinux_key_status(file.number)
            return status < 0 ? nil : status == 2
        } catch {
            return error.code == ENOKEY ? false : nil
        }
    }

    /// Returns the project of a file on ext4 or xfs.
    ///
    /// - Parameter opens: Whether the file may be opened. To open a device acts on it.
    /// - Returns: nil if this thread cannot see the project.
    package static func project(
        of place: borrowing Descriptor,
        isDirectory: Bool,
        opens: Bool
    ) -> Project? {
        guard case .success(let found) = flags(of: place, isDirectory: isDirectory, opens: opens)
        else { return nil }
        return Project(
            id: found.project,
            isHandedDown: found.flags & clinux_flag_project_inherited != 0,
            refusesLinks: found.flags & clinux_flag_no_symlinks != 0
        )
    }

    /// Whether each write to a file goes to its disk at once (`chattr +S`).
    ///
    /// - Returns: nil if this thread cannot see it.
    package static func isSynchronous(_ place: borrowing Descriptor, isDirectory: Bool) -> Bool? {
        switch flags(of: place, isDirectory: isDirectory, opens: true) {
        case .success(let found): found.flags & clinux_flag_synchronous != 0
        // A file system without such flags.
        case .failure(let error): [ENOTTY, EOPNOTSUPP].contains(error.code) ? false : nil
        }
    }

    /// Returns the flags of a file, and its project.
    ///
    /// Linux 6.17 returns them by file_getattr(2). If that call is missing or refused, the file is opened.
    private static func flags(
        of place: borrowing Descriptor,
        isDirectory: Bool,
        opens: Bool
    ) -> Result<(flags: Int64, project: UInt32), SystemError> {
        var project: UInt32 = 0
        // SAFETY: the path lives for the call, and the call writes one number.
        var flags = unsafe withDescriptorPath(place.number) { link in
            unsafe clinux_project(link, &project)
        }
        if flags < 0, opens, flags != -Int64(EOPNOTSUPP) {
            do throws(SystemError) {
                let file = try FileCalls.reopenUnseen(place, directory: isDirectory, at: "a file")
                // SAFETY: the call writes one number.
                flags = unsafe clinux_project_of_open(file.number, &project)
            } catch {
                return .failure(error)
            }
        }
        guard flags >= 0 else {
            return .failure(
                SystemError("FS_IOC_FSGETXATTR", "a file", code: Int32(-flags))
            )
        }
        return .success((flags, project))
    }

    /// Whether a file of an overlay is in its upper layer and in no other.
    ///
    /// - Returns: nil if the kernel does not show it, before Linux 6.6.
    package static func isUpperAlone(_ place: borrowing Descriptor) -> Bool? {
        OverlayHandle(of: place)?.isUpper
    }

    /// The links to a file.
    package struct Links {
        package let count: UInt32
        /// True for a directory with perhaps more links than ext4 counts (65,000). It then shows 1.
        package let mayBeTooMany: Bool
    }

    /// Returns the number of links as stat(2) shows it, or nil if it does not.
    package static func links(of place: borrowing Descriptor) -> Links? {
        var found = statx()
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | clinux_statx_dont_sync
        // SAFETY: the call writes one `struct statx`.
        let code = unsafe clinux_statx(place.number, "", flags, STATX_BASIC_STATS, &found)
        // An entry of ext4 takes at least 12 bytes (ext4_dir_rec_len in fs/ext4/ext4.h).
        return code == 0
            ? Links(count: found.stx_nlink, mayBeTooMany: found.stx_size >= 65_000 * 12) : nil
    }

    /// Whether a file is the one behind a file of an overlay.
    static func isReal(_ file: borrowing Descriptor, of overlaid: borrowing Descriptor) -> Bool {
        guard let handle = OverlayHandle(of: overlaid), let bytes = handleBytes(of: file) else {
            return false
        }
        return handle.real.elementsEqual(bytes)
    }

    fileprivate static func handleBytes(of file: borrowing Descriptor) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 128)
        // SAFETY: the call writes at most as many bytes as it is given, and returns how many.
        let count = unsafe clinux_file_handle(file.number, &bytes, UInt32(bytes.count))
        return count < 0 ? nil : Array(bytes.prefix(Int(count)))
    }
}

/// The kernel's struct ovl_fh (fs/overlayfs/overlayfs.h), which contains the handle of the file behind the overlay.
private struct OverlayHandle {
    private static let magic: UInt8 = 0xFB
    private static let upperFlag: UInt8 = 0x4
    private static let headerSize = 24

    let isUpper: Bool
    let real: ArraySlice<UInt8>

    init?(of place: borrowing Descriptor) {
        guard let bytes = FileState.handleBytes(of: place), bytes.count > Self.headerSize,
            bytes[4] == Self.magic
        else { return nil }
        isUpper = bytes[6] & Self.upperFlag != 0
        real = bytes[Self.headerSize...]
    }
}
