/// A protocol with ports; TCP's and UDP's are apart.
package enum Transport: String, Hashable, Sendable, CaseIterable {
    case tcp
    case udp
}
