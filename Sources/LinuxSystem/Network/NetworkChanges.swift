import CLinux
import Glibc

/// The parts of a network that changed since the last look.
package struct NetworkChange: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Interfaces: up, down, added, removed.
    package static let links = NetworkChange(rawValue: 1)
    package static let addresses = NetworkChange(rawValue: 2)
    /// Routes, and the rules that select them.
    package static let routes = NetworkChange(rawValue: 4)
    /// Events were lost, since the kernel had no room for them. Anything may have changed.
    package static let lost = NetworkChange(rawValue: 8)
}

/// A source of network changes. One caller may wait at a time.
package protocol NetworkChangeSource: Sendable {
    /// Waits until something has changed since the last call, or since the source was made.
    ///
    /// - Throws: `CancellationError`; ``SystemError`` if the source can deliver no more changes.
    func next() async throws -> NetworkChange
}

/// Changes of links, addresses, routes and rules, from rtnetlink(7).
///
/// The subscription begins when the object is made, so every change after that is reported. It never polls and needs no
/// privilege. It belongs to the network namespace of the thread that makes it, on whatever thread a caller waits.
package final class NetworkChanges: NetworkChangeSource {
    private static let groups: [rtnetlink_groups] = [
        RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE,
        RTNLGRP_IPV6_ROUTE, RTNLGRP_IPV4_RULE, RTNLGRP_IPV6_RULE, RTNLGRP_NEXTHOP,
    ]

    private let socket: Socket

    /// - Parameter room: How many bytes of messages the kernel buffers; nil for its default.
    /// - Throws: ``SystemError`` as socket(2) and bind(2) fail.
    package init(room: Int32? = nil) throws(SystemError) {
        let object = "changes of the network"
        let type = clinux_raw | clinux_nonblocking
        let socket = try Socket(
            family: AF_NETLINK,
            type: type,
            protocol: NETLINK_ROUTE,
            for: object
        )
        if let room { try socket.set(SO_RCVBUF, of: SOL_SOCKET, to: room, for: object) }
        try socket.subscribe(to: Self.groups.map(\.rawValue), for: object)
        self.socket = socket
    }

    /// Calls `tell` when there are changes to take, on the thread that serves all events. It is for callers that do not
    /// wait.
    ///
    /// - Returns: The listener. Its release, or the end of the source, ends the calls.
    /// - Throws: ``SystemError`` as in ``DescriptorEvents``.
    package func listen(
        _ tell: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DescriptorEvents.Listener {
        try DescriptorEvents.shared.listen(to: socket.descriptor, tell)
    }

    package func next() async throws -> NetworkChange {
        while true {
            try Task.checkCancellation()
            let change = try taken()
            if !change.isEmpty { return change }
            try await DescriptorEvents.shared.isReadable(socket.descriptor)
        }
    }

    /// Returns the changes since the last call without waiting; empty if there are none.
    package func taken() throws(SystemError) -> NetworkChange {
        var change: NetworkChange = []
        var buffer = [UInt8](repeating: 0, count: 1 << 15)
        while true {
            // SAFETY: the kernel writes at most `count` bytes; with MSG_TRUNC it returns the true length.
            let length = unsafe recv(socket.descriptor, &buffer, buffer.count, clinux_msg_trunc)
            let code = errno
            if length > 0 {
                change.formUnion(NetworkChange(datagram: buffer.prefix(length), length))
            } else if length < 0, code == ENOBUFS {
                change.insert(.lost)
            } else if length < 0, code == EAGAIN {
                return change
            } else if length == 0 || code != EINTR {
                throw SystemError("recv(2)", "changes of the network", code: code)
            }
        }
    }
}

extension NetworkChange {
    /// - Parameter length: The length of the datagram before it was cut off.
    init(datagram: ArraySlice<UInt8>, _ length: Int) {
        guard length <= datagram.count, let messages = NetlinkMessage.all(in: datagram) else {
            self = .lost
            return
        }
        self = []
        for message in messages { insert(NetworkChange(type: Int(message.header.nlmsg_type))) }
    }

    /// Maps a message type of rtnetlink(7). Any other type means that an event was lost.
    private init(type: Int) {
        switch type {
        case RTM_NEWLINK, RTM_DELLINK: self = .links
        case RTM_NEWADDR, RTM_DELADDR: self = .addresses
        case RTM_NEWROUTE, RTM_DELROUTE, RTM_NEWRULE, RTM_DELRULE, RTM_NEWNEXTHOP,
            RTM_DELNEXTHOP:
            self = .routes
        default: self = .lost
        }
    }
}

extension Socket {
    /// Joins netlink(7) groups by their numbers, from 1 to 32.
    ///
    /// - Throws: ``SystemError`` with the `errno` of bind(2).
    func subscribe(to groups: [UInt32], for object: String) throws(SystemError) {
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = groups.reduce(0) { $0 | 1 << ($1 - 1) }
        let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        // SAFETY: the address begins as a sockaddr, has `size` bytes and lives until the call returns.
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, size) == 0 ? 0 : errno
            }
        }
        guard code == 0 else { throw SystemError("bind(2)", object, code: code) }
    }
}
