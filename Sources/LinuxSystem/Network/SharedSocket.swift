import Glibc
import Synchronization

/// A socket with several owners. It is closed when the last of them ends.
public final class SharedSocket: Sendable {
    private let descriptor: Descriptor
    private let name: BoundName?
    private let isHandedOn = Atomic(false)

    /// - Parameter name: The name that bind(2) created. It is removed at the end, unless the socket was handed on.
    package init(_ descriptor: consuming Descriptor, boundTo name: BoundName? = nil) {
        self.descriptor = descriptor
        self.name = name
    }

    deinit {
        if !isHandedOn.load(ordering: .acquiring) { name?.remove() }
    }

    /// Returns another descriptor of the socket, close-on-exec.
    ///
    /// - Throws: ``SystemError`` with `EMFILE` if there is no room for it.
    package func duplicate(for object: String) throws(SystemError) -> Descriptor {
        let copy = try FileCalls.duplicate(descriptor, at: object)
        isHandedOn.store(true, ordering: .releasing)
        return copy
    }

    /// The process that listened at the other end of a connected Unix socket; nil for all other sockets.
    package var peer: SocketPeer? { SocketPeer(of: descriptor) }
}
