import CLinux
import Glibc
import Kernel

/// A socket's name in the file system, identified by its file, since the same path may lead elsewhere.
package struct UnixSocketFile: Hashable, Sendable {
    private let device: UInt32
    private let inode: UInt32

    /// - Parameters:
    ///   - path: The path from the root of the process. A symbolic link at its end is not followed, as in bind(2).
    ///   - pid: The process whose root it is.
    /// - Returns: nil if the path leads to no socket, or to nothing.
    /// - Throws: ``SystemError`` as open(2) fails: `EACCES` without ptrace rights over the process, `ENOENT` if the
    ///   process does not exist.
    package init?(at path: String, inRootOfProcess pid: Int32) throws(SystemError) {
        let link = "/proc/\(ProcessCalls.livingThread(ofProcess: pid))/root"
        let root = try FileCalls.openOwnProc(link, follow: true)
        let place: Descriptor
        do throws(SystemError) {
            place = try FileCalls.openPlace(path, below: root, follow: false)
        } catch {
            guard [ENOENT, ENOTDIR, ELOOP].contains(error.code) else { throw error }
            return nil
        }
        let facts = try FileCalls.facts(of: place, at: path)
        guard facts.kind == .socket else { return nil }
        self.init(device: facts.device, inode: facts.inode)
    }

    private init(device: DeviceNumber, inode: UInt64) {
        // The kernel's internal device number, see MKDEV in include/linux/kdev_t.h, and the lower half of the inode
        // number, as sock_diag(7) reports them.
        self.device = device.major << 20 | device.minor & 0xf_ffff
        self.inode = UInt32(truncatingIfNeeded: inode)
    }

    fileprivate init(_ file: unix_diag_vfs) {
        (device, inode) = (file.udiag_vfs_dev, file.udiag_vfs_ino)
    }
}

/// Returns the inode numbers of sockets with this name in this thread's network namespace: stream sockets that listen,
/// or are bound but not connected. A connection has the name of the socket that accepted it, and is left out.
///
/// A file system that shows other numbers than its real ones, as overlays may, yields none.
///
/// - Throws: ``SystemError`` if the table cannot be read completely: `ENOENT` if the kernel lacks `unix_diag` or cannot
///   load it, `EINTR` if the table changed during each attempt.
/// - SeeAlso: sock_diag(7).
package func unixSockets(at file: UnixSocketFile) throws(SystemError) -> Set<UInt32> {
    let object = "the Unix sockets"
    let netlink = try NetlinkSocket(family: NETLINK_SOCK_DIAG, for: object)
    var request = unix_diag_req()
    request.sdiag_family = UInt8(AF_UNIX)
    // The states of TCP in include/net/tcp_states.h: TCP_LISTEN, and TCP_CLOSE for sockets that are not connected.
    request.udiag_states = 1 << 10 | 1 << 7
    request.udiag_show = UInt32(UDIAG_SHOW_VFS)
    var found: Set<UInt32> = []
    let type = UInt16(SOCK_DIAG_BY_FAMILY)
    for message in try netlink.ask(type: type, flags: NLM_F_DUMP, bytes(of: request)) {
        guard let socket = message.payload.load(unix_diag_msg.self),
            let attributes = message.attributes(after: MemoryLayout<unix_diag_msg>.size)
        else { throw SystemError("sock_diag(7)", object, code: EBADMSG) }
        let name = attributes[UInt16(UNIX_DIAG_VFS)]?.load(unix_diag_vfs.self)
        let isStream = Int(socket.udiag_type) == Int(SOCK_STREAM.rawValue)
        if isStream, name.map(UnixSocketFile.init) == file { found.insert(socket.udiag_ino) }
    }
    return found
}
