import CLinux
import Glibc

/// What a service manager passed of what a server needs.
package enum PassedSocket: Sendable {
    /// It passed nothing that is bound so.
    case none
    /// It passed something, and says wrong things of it.
    case refused(String)
    /// One more descriptor of the socket, the number by which it was passed, and its name.
    case socket(SharedSocket, number: Int32, name: String?)
}

extension ListenVariables {
    /// Those of this process. Nothing is kept of them, nor taken from the environment.
    package static var own: ListenVariables {
        ListenVariables(
            process: value("LISTEN_PID"),
            identity: value("LISTEN_PIDFDID"),
            count: value("LISTEN_FDS"),
            names: value("LISTEN_FDNAMES"),
            isTrusted: clinux_is_secure() == 0
        )
    }

    private static func value(_ name: String) -> String? {
        // SAFETY: the call returns a C string of the environment, copied at once.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Finds the socket that is bound to exactly this address, and listens where it is of a kind that can.
    ///
    /// The descriptors stay as they were passed, without close-on-exec. A number that was never passed may be
    /// a file of this program's own by now: what counts is what is bound there.
    ///
    /// - Throws: ``SystemError`` where there is no room for one more descriptor.
    package func socket(for binding: SocketBinding) throws(SystemError) -> PassedSocket {
        let all: Range<Int32>
        let names: [String]?
        switch passed(to: getpid(), identity: count == nil ? nil : Self.ownIdentity) {
        case .none: return .none
        case .refused(let problem): return .refused(problem)
        case .passed(let range, let list): (all, names) = (range, list)
        }
        if let missing = all.first(where: { fcntl($0, F_GETFD) < 0 }) {
            return .refused("are \(all.count), and descriptor \(missing) is not open")
        }
        for number in all where binding.kind == .udp || binding.listens(number) {
            if let socket = try binding.duplicate(of: number) {
                return .socket(socket, number: number, name: names?[Int(number - all.lowerBound)])
            }
        }
        return .none
    }

    /// The inode of our pidfd, which no other process ever has; nil before Linux 6.9.
    private static var ownIdentity: UInt64? {
        let number = clinux_pidfd_open(getpid())
        guard number >= 0 else { return nil }
        let process = Descriptor(owning: number)
        guard let type = try? FileSystemCalls.type(of: process, at: "a pidfd"),
            type == clinux_pidfs_magic,
            let facts = try? FileCalls.facts(of: process, at: "a pidfd")
        else { return nil }
        return facts.inode
    }
}
