public import Capabilities
import Kernel
public import LinuxSystem

// What a permit for a kernel capability is good for. Each operation is one system call, made with the
// capability in effect: where the calling thread only has it permitted, on a thread that is born for the
// call and ends with it. The kernel judges; that the capability is of use to the call is not looked at.
//
// Operations on a path follow no symbolic link unless they are passed `follow: true`: in a directory that another
// user may write to, a link would turn the privilege against a file of that user's choice. One anywhere on the path
// is `ELOOP`, `/var/run` and `/bin` included: name `/run` and `/usr/bin`. `changeOwner` and `setTimes` change a link
// at the end itself, as `chown --no-dereference` does.
//
// All throw ``SystemError`` with the errno of the call; besides with `EPERM` and the capability's name where
// it is permitted no longer, and with `EAGAIN` where there is no room for a thread.
extension Permit where Subject == ProcessCapability {
    /// Binds a port, and for TCP listens, with `SO_REUSEADDR`; `CAP_NET_BIND_SERVICE`.
    ///
    /// - Parameters:
    ///   - endpoint: `tcp:443`, `udp:127.0.0.1:53`: a numeric address, or none for every IPv4 one.
    ///   - backlog: How many connections wait to be accepted at most, see listen(2).
    /// - Throws: ``SystemError``: `EACCES`, `EADDRINUSE`, `EADDRNOTAVAIL`; `EINVAL` for an endpoint without a
    ///   port or whose address is not numeric.
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

    /// A socket for whole packets of a protocol, such as 1 for ICMP; `CAP_NET_RAW`, see raw(7).
    public borrowing func openRawSocket(
        protocol number: CInt,
        isIPv6: Bool = false
    ) throws(SystemError) -> OpenSocket {
        let opened = try raised { () throws(SystemError) in
            try Socket.raw(isIPv6: isIPv6, protocol: number).release()
        }
        return OpenSocket(Descriptor(owning: opened), "raw protocol \(number)")
    }

    /// A socket for whole frames of a protocol, such as 3 for all (`ETH_P_ALL`); `CAP_NET_RAW`, see packet(7).
    public borrowing func openPacketSocket(
        protocol number: UInt16
    ) throws(SystemError) -> OpenSocket {
        let opened = try raised { () throws(SystemError) in
            try Socket.packet(protocol: number).release()
        }
        return OpenSocket(Descriptor(owning: opened), "packets of protocol \(number)")
    }

    /// Opens a file that is there, and waits for no other process; `CAP_DAC_READ_SEARCH` to read,
    /// `CAP_DAC_OVERRIDE` for either. Where the very file matters that was judged, see ``FileAccess``.
    ///
    /// - Parameter follow: Whether symbolic links are followed; if not, one anywhere on the path is `ELOOP`.
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
    /// - Parameter follow: Whether symbolic links are followed. If not, one on the way is `ELOOP`, and one at the
    ///   end is given away itself.
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
    /// - Parameter follow: Whether symbolic links are followed; if not, one anywhere on the path is `ELOOP`.
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
    ///   - times: Seconds since 1970, of the last access and the last change; nil is the present.
    ///   - follow: Whether symbolic links are followed. If not, one on the way is `ELOOP`, and one at the end gets
    ///     the times itself.
    public borrowing func setTimes(
        of path: String,
        to times: (access: Int, modification: Int)? = nil,
        follow: Bool = false
    ) throws(SystemError) {
        try raised { () throws(SystemError) in
            try PathChanges.setTimes(of: path, to: times, follow: follow)
        }
    }

    /// Sends a signal to a process; `CAP_KILL`, see kill(2). 0 asks whether one could be sent.
    public borrowing func signal(_ number: CInt, to pid: CInt) throws(SystemError) {
        try raised { () throws(SystemError) in try ProcessCalls.signal(number, to: pid) }
    }

    /// Sets how nice a process is, from -20, the most favoured, through 19; `CAP_SYS_NICE`, see
    /// setpriority(2).
    public borrowing func setNice(_ nice: CInt, of pid: CInt) throws(SystemError) {
        try raised { () throws(SystemError) in try ProcessCalls.setNice(nice, of: pid) }
    }

    /// Runs work of yours with the capability in effect. The sharp tool: use an operation where there is one.
    ///
    /// It runs on the thread that is raised, and cannot suspend. It must start neither task nor thread, nor
    /// enqueue work anywhere: a thread that is born inside keeps the capability, whoever uses it then.
    ///
    /// - Throws: ``LeakedPrivilege`` where such a thread lives when the work has ended; else what it throws.
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
    /// What bind(2) is given.
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
