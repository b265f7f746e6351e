import LinuxCapabilities

extension Word {
    /// `raw-sockets: ipv4`, `ipv6`, `packet`.
    static let rawSockets = sockets(
        "raw-sockets",
        [.rawIPv4, .rawIPv6, .packet],
        "Raw packets, or whole frames, can be sent and received.",
        "raw(7), packet(7)",
        synonyms: ["raw"]
    ) { $0 == "packet" ? "use packet sockets" : "use raw sockets of \($0)" }
}
