import CLinux
import Glibc
package import Kernel

/// The facts on which a bind to a port depends, in the network namespace of the calling thread.
package enum PortCalls {
    /// Returns the first port that needs no CAP_NET_BIND_SERVICE, in this thread's network namespace; 0 if no port
    /// needs it.
    ///
    /// - Throws: ``SystemError`` if it cannot be read, also for lack of `/proc`.
    /// - SeeAlso: ip(7), `ip_unprivileged_port_start` in the kernel's ip-sysctl.rst.
    package static func unprivilegedStart() throws(SystemError) -> UInt16 {
        let folder = "/proc/sys/net/ipv4/"
        let path = folder + "ip_unprivileged_port_start"
        do throws(SystemError) {
            let number = try SmallFile.number(at: path)
            guard let port = UInt16(exactly: number) else {
                throw SystemError("read(2)", path, code: ERANGE)
            }
            return port
        } catch {
            // Before Linux 4.11 it was a constant. The older file shows that /proc is there at all.
            // SAFETY: the call only reads the NUL-terminated path.
            guard error.code == ENOENT, unsafe access(folder + "ip_local_port_range", F_OK) == 0
            else {
                throw error
            }
            return 1024
        }
    }

    /// Whether a new IPv6 socket does not accept IPv4 by default, in this thread's network namespace.
    ///
    /// - SeeAlso: `bindv6only` in the kernel's ip-sysctl.rst.
    package static func bindsOnlyIPv6() throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try SmallFile.number(at: "/proc/sys/net/ipv6/bindv6only") != 0
        } catch  where error.code == ENOENT {
            return false  // a kernel without IPv6, where no such socket can be
        }
    }

    /// Asks the kernel whether bind(2) accepts an address here: one of this host, a wildcard, or any address if
    /// `ip_nonlocal_bind` is set.
    ///
    /// A socket is bound to the address with port 0. No other process can notice that, and it occupies no port
    /// (`IP_BIND_ADDRESS_NO_PORT`).
    ///
    /// - Returns: nil if bind(2) accepts it; otherwise its error. These hold for every port: `EADDRNOTAVAIL` for an
    ///   address that is not of this host, `EAFNOSUPPORT` for a family that this system lacks, `EINVAL` for a
    ///   link-local address without its scope, for a multicast address of IPv6 and TCP, and for an IPv4 address in IPv6
    ///   form if ``bindsOnlyIPv6()``. These may hold for port 0 alone: `EACCES` and `EPERM` from a security module, the
    ///   control group or the Landlock domain of this process; any errno from its seccomp filter, see
    ///   ``mayBeFilteredHere()``.
    /// - Throws: ``SystemError`` if no attempt could be made, such as `EMFILE`, and if a seccomp filter of this process
    ///   may have refused the socket.
    /// - SeeAlso: bind(2), ip(7).
    package static func bindRefusal(of ip: IPAddress, _ transport: Transport) throws(SystemError)
        -> Errno?
    {
        let address = SocketAddress.ip(ip, port: 0)
        let socket: Socket
        do {
            socket = try Socket(family: address.family, type: transport.socketType, for: "\(ip)")
        } catch {
            guard [EAFNOSUPPORT, EACCES, EPERM].contains(error.code) else { throw error }
            try error.throwIfPerhapsFiltered()
            return error.errno
        }
        try socket.set(IP_BIND_ADDRESS_NO_PORT, of: clinux_ipproto_ip, to: Int32(1), for: "\(ip)")
        return Errno(unlessZero: socket.bind(to: address))
    }

    /// Whether a refusal of a call by this thread may come from a seccomp filter, which answers instead of the kernel;
    /// see `Seccomp` in proc_pid_status(5).
    package static func mayBeFilteredHere() -> Bool {
        guard let own = try? ProcessCalls.credentials(at: "/proc/thread-self/status") else {
            return true
        }
        return own.seccompMode == 2
    }
}
