/// A transport protocol. TCP and UDP have separate ports.
package enum Transport: String, Hashable, Sendable, CaseIterable {
    case tcp
    case udp
}
