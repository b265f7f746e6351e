import CLinux
import Glibc
import Kernel

/// A socket's name in the file system, known by its file: the same path may lead elsewhere.
package struct UnixSocketFile: Hashable, Sendable {
    private let device: UInt32
    private let inode: UInt32

    /// - Parameters:
    ///   - path: From the root of the process; a symbolic link at its end is not followed, as by bind(2).
    ///   - pid: Whose root it is.
    /// - Returns: nil where it is no socket, or nothing.
    /// - Throws: ``SystemError`` as open(2) fails: `EACCES` without ptrace rights over the process, `ENOENT`
    ///   when that is not there.
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
        // As the kernel numbers devices within itself, see MKDEV in include/linux/kdev_t.h; of the inode
        // it tells the lower half.
        self.device = device.major << 20 | device.minor & 0xf_ffff
        self.inode = UInt32(truncatingIfNeeded: inode)
    }

    fileprivate init(_ file: unix_diag_vfs) {
        (device, inode) = (file.udiag_vfs_dev, file.udiag_vfs_ino)
    }
}

/// The inode numbers of the sockets of this thread's network namespace that have such a name, and are what a
/// bind makes: of streams, listening or about to. A connection has the name of the socket that accepted it.
///
/// A file system that shows other numbers than it has, as overlays may, has none.
///
/// - Throws: ``SystemError`` when the table cannot be read whole: `ENOENT` where the kernel lacks `unix_diag`
///   or cannot load it, `EINTR` when the table never held still.
/// - SeeAlso: sock_diag(7).
package func unixSockets(at file: UnixSocketFile) throws(SystemError) -> Set<UInt32> {
    let object = "the Unix sockets"
    let netlink = try NetlinkSocket(family: NETLINK_SOCK_DIAG, for: object)
    var request = unix_diag_req()
    request.sdiag_family = UInt8(AF_UNIX)
    // As TCP's states in include/net/tcp_states.h: TCP_LISTEN, and TCP_CLOSE for what is not connected.
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
