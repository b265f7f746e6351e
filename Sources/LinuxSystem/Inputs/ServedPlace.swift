import CLinux
import Glibc
import Kernel

/// A place whose owners and modes do not show which users can write there.
///
/// A server or a user's process determines its content, or it is on an idmapped mount, which shows other owners than
/// the file system has, or it is on a loop device, whose image another user may write. An overlay is such a place if one
/// of its layers is.
package struct ServedPlace: Hashable, Sendable {
    /// The path for messages.
    package let path: String
    /// The medium of the place, for messages: ``a file system of type `nfs4` ``.
    package let medium: String

    /// Returns nil if the file system lies on this machine, and shows its own owners.
    ///
    /// Within a user namespace that has a root of its own, the id maps of mounts belong to the creator of the
    /// namespace. The server is not asked, since it might not answer.
    /// - Throws: ``SystemError`` if the mount cannot be looked at.
    init?(_ place: borrowing Descriptor, _ path: String) throws(SystemError) {
        try self.init(place, path, below: 0)
    }

    /// - Parameter overlays: The number of overlays that this place is a layer of.
    private init?(
        _ place: borrowing Descriptor,
        _ path: String,
        below overlays: Int
    ) throws(SystemError) {
        let status = try FileCalls.status(of: place, at: path)
        let mount = try MountView().status(ofMount: status, showing: place, at: path)
        self.path = path
        if mount.type.hasPrefix("fuse.") || Self.types.contains(mount.type) {
            medium = "a file system of type `\(mount.type)`, which is not of this machine alone"
        } else if mount.isIDMapped, try NamespaceID.ownUsers().isInitialUsers {
            medium = "an idmapped mount, which does not show who owns the files"
        } else if mount.type == "erofs", status.facts.device.major == 0 {
            medium = "an erofs without a device, whose image others could write"
        } else if let layer = try Self.layer(of: mount, below: overlays) {
            medium = "an overlay with a layer on \(layer.medium)"
        } else {
            let isBtrfs = mount.type == "btrfs"
            let devices =
                isBtrfs
                ? Self.devicesOfBtrfs(place, path) : Self.loopDevice(status.facts.device)
            if isBtrfs, devices.isEmpty {
                medium = "a btrfs whose devices are not shown in /sys"
            } else if !devices.allSatisfy(LoopImage.isKept) {
                medium = "a loop device, whose image others could write"
            } else {
                return nil
            }
        }
    }

    /// FILESYSTEM_MAX_STACK_DEPTH of linux/fs.h.
    private static let mostOverlays = 2

    /// Returns the first layer of an overlay that is such a place. A layer is not looked at if its path is relative,
    /// leads to nothing here, as that of a container, or may not be searched by this thread.
    private static func layer(
        of overlay: MountStatus,
        below overlays: Int
    ) throws(SystemError) -> ServedPlace? {
        guard overlay.type == "overlay", overlays < mostOverlays else { return nil }
        let upper = overlay.option("upperdir").map { [$0] } ?? []
        let lower = OverlayUpper.lowerLayers(of: overlay)
        for path in upper + lower.named + lower.data where path.isAbsolutePath {
            let layer: Descriptor
            do throws(SystemError) {
                layer = try FileCalls.openPlace(path, follow: true)
            } catch  where [.ENOENT, .ENOTDIR, .EACCES].contains(error.errno) {
                continue
            }
            if let found = try ServedPlace(layer, path, below: overlays + 1) { return found }
        }
        return nil
    }

    /// The directory in sysfs(5) of a possible loop device, or of one of its partitions.
    private static func loopDevice(_ device: DeviceNumber) -> [String] {
        // LOOP_MAJOR and BLOCK_EXT_MAJOR of linux/major.h.
        guard [7, 259].contains(device.major) else { return [] }
        return ["/sys/dev/block/\(device.major):\(device.minor)"]
    }

    /// The directories in sysfs(5) of all devices of a btrfs. Its files show a number of their subvolume instead of a
    /// device.
    private static func devicesOfBtrfs(
        _ place: borrowing Descriptor,
        _ path: String
    ) -> [String] {
        let all = "/sys/fs/btrfs"
        guard let id = try? FileSystemCalls.id(of: place, at: path),
            let names = try? Directory.names(at: all)
        else { return [] }
        return names.filter { Self.isBtrfs($0, id) }.flatMap { name in
            let folder = "\(all)/\(name)/devices"
            return (try? Directory.names(at: folder).map { "\(folder)/\($0)" }) ?? []
        }
    }

    /// Whether a UUID belongs to the file system with this id. The id combines the first and the third word of the
    /// UUID, see btrfs_statfs in fs/btrfs/super.c. The other half of the id also contains the number of the subvolume.
    private static func isBtrfs(_ uuid: String, _ id: UInt32) -> Bool {
        let digits = uuid.filter { $0 != "-" }
        guard digits.utf8.count == 32, let first = UInt32(digits.prefix(8), radix: 16),
            let third = UInt32(digits.dropFirst(16).prefix(8), radix: 16)
        else { return false }
        return first ^ third == id
    }

    /// The types of FUSE, of network file systems, and of file systems of a virtual machine's host.
    private static let types: Set<String> = [
        "fuse", "fuseblk", "virtiofs", "9p", "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs",
        "coda", "ceph", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2", "ocfs2", "gfs2", "acfs",
        "vboxsf", "vmhgfs", "prl_fs",
    ]
}

/// The file behind a loop device, see loop(4).
private struct LoopImage {
    /// The path from the root directory of the calling process. It may lead to another file, or to none.
    let path: String
    /// The identity of the file; nil if this process may not open the device.
    let file: (device: DeviceNumber, inode: UInt64)?

    /// Whether only root and the caller can write the content of a device. Devices behind other devices than loop
    /// devices, such as those of the device mapper, are not looked at.
    ///
    /// - Parameter folder: The directory of the device, or of one of its partitions, in sysfs(5).
    static func isKept(_ folder: String) -> Bool {
        for folder in [folder, folder + "/.."] {
            guard let text = try? SmallFile.bytes(at: folder + "/loop/backing_file") else {
                continue
            }
            let path = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            guard let image = try? LoopImage(path: path, of: folder) else { return false }
            return image.isKept
        }
        // The loop device has no image, or the directory does not exist.
        return !folder.hasPrefix("/sys/dev/block/7:")
    }

    /// - Throws: ``SystemError`` if the device cannot be asked.
    private init(path: String, of folder: String) throws(SystemError) {
        self.path = path
        let event = String(decoding: try SmallFile.bytes(at: folder + "/uevent"), as: UTF8.self)
        let name = event.split(separator: "\n").first { $0.hasPrefix("DEVNAME=") }
        let device = "/dev/" + (name?.dropFirst("DEVNAME=".count) ?? "")
        var image = clinux_image()
        // SAFETY: the text lives until the call returns, which writes one struct.
        let code = unsafe clinux_loop_image(device, &image)
        guard code == 0 || errno == EACCES else {
            throw SystemError("open(2)", device, code: errno)
        }
        let number = DeviceNumber(major: image.device_major, minor: image.device_minor)
        file = code == 0 ? (number, image.inode) : nil
    }

    /// Whether only root and the caller can write or replace the image, as far as this machine shows.
    private var isKept: Bool {
        let names = path.pathNames
        let paths = names.indices.map { "/" + names[...$0].joined(separator: "/") }
        return paths.allSatisfy { path in
            guard let place = try? FileCalls.openPlace(path, follow: false),
                let facts = try? FileCalls.status(of: place, at: path).facts,
                facts.uid == 0 || facts.uid == ProcessCalls.ownUser
            else { return false }
            if path == paths.last, let file, file != (facts.device, facts.inode) { return false }
            // If the image in turn lies on a loop device, that device's image is judged too. Each lies on another
            // device.
            do throws(SystemError) {
                if try ServedPlace(place, path) != nil { return false }
            } catch {
                return false
            }
            let isSticky = facts.kind == .directory && facts.mode & 0o1000 != 0
            return facts.mode & 0o022 == 0 || isSticky
        }
    }
}
