import LinuxCapabilities

extension Word {
    /// `read-write: /srv/x`.
    static let readWrite = file(
        "read-write",
        "The file may be opened for reading and writing.",
        manual: "open(2)"
    ) { _ in .readWrite }
}
