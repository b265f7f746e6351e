public import Capabilities
import Kernel
public import LinuxSystem

// The operations of a permit for a kernel capability. Each is one system call, made with the capability in effect. If
// the calling thread only has it permitted, the call runs on a new thread that ends with the call. The kernel judges
// the call; the operation does not check that the capability helps.
//
// Operations on a path follow no symbolic link unless they are passed `follow: true`. In a directory that another user
// may write to, a link would turn the privilege against a file of that user's choice. A link anywhere on the path is
// `ELOOP`, including `/var/run` and `/bin`: use `/run` and `/usr/bin`. `changeOwner` and `setTimes` change a link at
// the end itself, as `chown --no-dereference` does.
//
// All throw ``SystemError`` with the errno of the call. They also throw it with `EPERM` and the capability's name if
// the capability is no longer permitted, and with `EAGAIN` if there is no room for a thread.
extension Permit where Subject == ProcessCapability {
    /// Binds a port, and for TCP listens, with `SO_REUSEADDR`; `CAP_NET_BIND_SERVICE`.
    ///
    /// - Parameters:
    ///   - endpoint: `tcp:443`, `udp:127.0.0.1:53`: a numeric address, or none for every IPv4 address.
    ///   - backlog: The maximum number of connections that wait to be accepted, see listen(2).
    /// - Throws: ``SystemError``: `EACCES`, `EADDRINUSE`, `EADDRNOTAVAIL`; `EINVAL` for an endpoint without a port or
    ///   with an address that is not numeric.
    /// - SeeAlso: bind(2), listen(2).
    public borrowing func listen(
        at endpoint: Endpoint,
        backlog: CInt = 128
    ) throws(SystemError) -> OpenSocket {
        let (transport, address) = try endpoint.bound
        let number = try raised { () throws(SystemError) in
            try Socket.bound(transport, at: address, backlog: backlog).release()
        }
        return OpenSocket(Descriptor(owning: number), endpoint.text)
    }

    /// Opens a socket for whole packets of a protocol, such as 1 for ICMP; `CAP_NET_RAW`, see raw(7).
    public borrowing func openRawSocket(
        protocol number: CInt,
        isIPv6: Bool = false
    ) throws(SystemError) -> OpenSocket {
        let opened = try raised { () throws(SystemError) in
            try Socket.raw(isIPv6: isIPv6, protocol: number).release()
        }
        return OpenSocket(Descriptor(owning: opened), "raw protocol \(number)")
    }

    /// Opens a socket for whole frames of a protocol, such as 3 for all (`ETH_P_ALL`); `CAP_NET_RAW`, see packet(7).
    public borrowing func openPacketSocket(
        protocol number: UInt16
    ) throws(SystemError) -> OpenSocket {
        let opened = try raised { () throws(SystemError) in
            try Socket.packet(protocol: number).release()
        }
        return OpenSocket(Descriptor(owning: opened), "packets of protocol \(number)")
    }

    /// Opens an existing file, and waits for no other process; `CAP_DAC_READ_SEARCH` to read, `CAP_DAC_OVERRIDE` for
    /// either. Use ``FileAccess`` to open the very file that was judged.
    ///
    /// - Parameter follow: True if symbolic links are followed; if not, one anywhere on the path is `ELOOP`.
    /// - SeeAlso: `RESOLVE_NO_SYMLINKS` in openat2(2).
    public borrowing func open(
        _ path: String,
        for use: FileUse = .read,
        follow: Bool = false
    ) throws(SystemError) -> OpenFile {
        let number = try raised { () throws(SystemError) in
            let file = try PathChanges.open(path, for: use, follow: follow)
            try FileCalls.makeBlocking(file, at: path)
            return file.release()
        }
        return OpenFile(Descriptor(owning: number), path)
    }

    /// Gives a file to a user, a group, or both; `CAP_CHOWN`, see chown(2).
    ///
    /// - Parameter follow: True if symbolic links are followed. If not, one on the way is `ELOOP`, and one at the end
    ///   itself gets the new owner.
    public borrowing func changeOwner(
        of path: String,
        user: UInt32? = nil,
        group: UInt32? = nil,
        follow: Bool = false
    ) throws(SystemError) {
        try raised { () throws(SystemError) in
            try PathChanges.changeOwner(of: path, user: user, group: group, follow: follow)
        }
    }

    /// Sets the mode of a file, 0 through 0o7777; `CAP_FOWNER`, see chmod(2).
    ///
    /// - Parameter follow: True if symbolic links are followed; if not, one anywhere on the path is `ELOOP`.
    public borrowing func changeMode(
        of path: String,
        to mode: UInt16,
        follow: Bool = false
    ) throws(SystemError) {
        try raised { () throws(SystemError) in
            try PathChanges.changeMode(of: path, to: mode, follow: follow)
        }
    }

    /// Sets the times of a file; `CAP_FOWNER`, see utimensat(2).
    ///
    /// - Parameters:
    ///   - times: The times of the last access and the last change, in seconds since 1970; nil is the present.
    ///   - follow: True if symbolic links are followed. If not, one on the way is `ELOOP`, and one at the end itself
    ///     gets the times.
    public borrowing func setTimes(
        of path: String,
        to times: (access: Int, modification: Int)? = nil,
        follow: Bool = false
    ) throws(SystemError) {
        try raised { () throws(SystemError) in
            try PathChanges.setTimes(of: path, to: times, follow: follow)
        }
    }

    /// Sends a signal to a process; `CAP_KILL`, see kill(2). Signal 0 only checks that one could be sent.
    public borrowing func signal(_ number: CInt, to pid: CInt) throws(SystemError) {
        try raised { () throws(SystemError) in try ProcessCalls.signal(number, to: pid) }
    }

    /// Sets the nice value of a process, from -20, the most favoured, through 19; `CAP_SYS_NICE`, see
    /// setpriority(2).
    public borrowing func setNice(_ nice: CInt, of pid: CInt) throws(SystemError) {
        try raised { () throws(SystemError) in try ProcessCalls.setNice(nice, of: pid) }
    }

    /// Runs the caller's own work with the capability in effect. Prefer one of the operations, because this is less
    /// safe.
    ///
    /// The work runs on the raised thread, and cannot suspend. It must not start a task or a thread, nor enqueue work
    /// anywhere. A thread that starts inside keeps the capability, whatever it runs later.
    ///
    /// - Throws: ``LeakedPrivilege`` if such a thread lives when the work has ended; otherwise the error of the work.
    public borrowing func withRaised<Success: Sendable>(
        _ work: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try Raise(capability.capability).run(work: work)
    }

    private borrowing func raised<Success: Sendable>(
        _ call: @escaping @Sendable () throws(SystemError) -> Success
    ) throws(SystemError) -> Success {
        try Raise(capability.capability).run(call)
    }
}

extension Endpoint {
    /// The transport and address for bind(2).
    fileprivate var bound: (Transport, SocketAddress) {
        get throws(SystemError) {
            do throws(AddressError) {
                let look = try PortLook(self)
                return (look.transport, .ip(look.address, port: look.port))
            } catch {
                let remedy = "name a port, and a numeric address or none: `tcp:443`"
                throw SystemError("bind(2)", text, code: .EINVAL, remedy: remedy)
            }
        }
    }
}
