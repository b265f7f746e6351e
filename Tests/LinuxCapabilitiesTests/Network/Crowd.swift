import Glibc
import Kernel
import TestSupport

@testable import LinuxSystem

/// Random sockets on few addresses and ports, so that they often conflict.
struct Crowd {
    private static let addresses = [
        "127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0",
    ]

    private var members: [TestSocket] = []
    private var connections: [Accepted] = []
    /// The options that the kernel's table does not show, by inode.
    private(set) var reusesAddress: [UInt32: Bool] = [:]

    static func randomAddress(_ random: inout SplitMix) -> IPAddress {
        (try? IPAddress(addresses.randomElement(using: &random) ?? "")) ?? .anyIPv4
    }

    static func randomPort(_ random: inout SplitMix) -> UInt16 {
        [80, 8080].randomElement(using: &random) ?? 80
    }

    /// Adds a socket of any kind, or none if the kernel refuses it because of earlier ones.
    mutating func add(_ random: inout SplitMix) {
        let kind: TestSocket.Kind = Int.random(in: 0...2, using: &random) == 0 ? .datagram : .stream
        let reusesAddress = Bool.random(using: &random)
        let member = try? TestSocket(
            kind,
            .ip(Self.randomAddress(&random), port: Self.randomPort(&random)),
            isIPv6Only: Bool.random(using: &random),
            reusesAddress: reusesAddress,
            reusesPort: Bool.random(using: &random)
        )
        guard let member else { return }
        members.append(member)
        self.reusesAddress[member.inode] = reusesAddress
        if kind == .datagram, Bool.random(using: &random), let own = member.socket.localAddress {
            _ = member.socket.connect(to: own)
        }
        guard kind == .stream, Bool.random(using: &random), let listener = try? member.listening()
        else { return }
        if Bool.random(using: &random) { connect(to: listener, reusesAddress, &random) }
    }

    /// Adds a connection. Its accepted end has the listener's port and options, and may outlive the listener.
    private mutating func connect(
        to listener: TestSocket,
        _ reusesAddress: Bool,
        _ random: inout SplitMix
    ) {
        guard let address = listener.socket.localAddress,
            let client = try? Socket(family: address.family, type: 1, for: "client"),
            client.connect(to: address) == 0
        else { return }
        // Another listener on the same port may have received the connection.
        _ = fcntl(listener.descriptor, F_SETFL, O_NONBLOCK)
        let accepted = accept(listener.descriptor, nil, nil)
        guard accepted >= 0 else { return }
        let connection = Accepted(accepted, client)
        connections.append(connection)
        self.reusesAddress[connection.inode] = reusesAddress
        if Bool.random(using: &random) { members.removeAll { $0 === listener } }
    }

    /// Both ends of a connection.
    private final class Accepted {
        private let descriptor: Int32
        private let client: Socket

        init(_ descriptor: Int32, _ client: consuming Socket) {
            self.descriptor = descriptor
            self.client = client
        }

        /// Closes with a reset, so that no socket stays in `TIME_WAIT` when the next crowd comes.
        deinit {
            let reset = linger(l_onoff: 1, l_linger: 0)
            // SAFETY: the kernel reads the structure during the call.
            unsafe withUnsafeBytes(of: reset) {
                let size = socklen_t($0.count)
                _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, $0.baseAddress, size)
            }
            close(descriptor)
        }

        var inode: UInt32 {
            var facts = stat()
            // SAFETY: the kernel fills the structure.
            unsafe fstat(descriptor, &facts)
            return UInt32(facts.st_ino)
        }
    }
}
