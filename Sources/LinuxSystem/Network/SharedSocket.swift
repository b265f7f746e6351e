import Glibc
import Synchronization

/// A socket that several may have hold of, closed with the last of them.
public final class SharedSocket: Sendable {
    private let descriptor: Descriptor
    private let name: BoundName?
    private let isHandedOn = Atomic(false)

    /// - Parameter name: What bind(2) made, to be taken away again unless the socket was handed on.
    package init(_ descriptor: consuming Descriptor, boundTo name: BoundName? = nil) {
        self.descriptor = descriptor
        self.name = name
    }

    deinit {
        if !isHandedOn.load(ordering: .acquiring) { name?.remove() }
    }

    /// One more descriptor of it, closed on exec.
    ///
    /// - Throws: ``SystemError`` with `EMFILE` where there is no room for it.
    package func duplicate(for object: String) throws(SystemError) -> Descriptor {
        let copy = try FileCalls.duplicate(descriptor, at: object)
        isHandedOn.store(true, ordering: .releasing)
        return copy
    }

    /// Who listened at the other end of a connected Unix socket; nil for all others.
    package var peer: SocketPeer? { SocketPeer(of: descriptor) }
}
