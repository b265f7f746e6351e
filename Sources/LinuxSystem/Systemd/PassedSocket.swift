import CLinux
import Glibc

/// The result of a search for a socket that a service manager passed.
package enum PassedSocket: Sendable {
    /// No passed socket has this binding.
    case none
    /// Sockets were passed, but the variables that describe them are wrong.
    case refused(String)
    /// Another descriptor of the socket, the number under which it was passed, and its name.
    case socket(SharedSocket, number: Int32, name: String?)
}

extension ListenVariables {
    /// The variables of this process. They are not cached, and they stay in the environment.
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

    /// Finds the socket that is bound to exactly this address, and listens if it is of a kind that can.
    ///
    /// The descriptors stay as they were passed, without close-on-exec. A number that was never passed may belong to a
    /// file of this program by now, so each socket's binding is checked.
    ///
    /// - Throws: ``SystemError`` if there is no room for another descriptor.
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

    /// The inode of our pidfd, which is unique among all processes; nil before Linux 6.9.
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
