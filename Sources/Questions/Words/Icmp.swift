import LinuxCapabilities

extension Word {
    /// `icmp: ipv4`.
    static let icmp = sockets(
        "icmp",
        [.icmpIPv4, .icmpIPv6],
        "ICMP echo can be sent, as ping(8) does.",
        "send ICMP echo, as ping(8)",
        synonyms: ["ping"]
    ) { "send ICMP echo over \($0)" }
}
