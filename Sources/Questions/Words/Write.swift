import LinuxCapabilities

extension Word {
    /// `write: /srv/x`.
    static let write = file(
        "write",
        "The file may be opened for writing.",
        manual: "open(2)"
    ) { _ in .write }
}
