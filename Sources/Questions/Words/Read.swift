import LinuxCapabilities

extension Word {
    /// `read: /srv/x`.
    static let read = file(
        "read",
        "The file may be opened for reading.",
        manual: "open(2)",
        synonyms: ["open"]
    ) { _ in .read }
}
