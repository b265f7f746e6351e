import LinuxCapabilities

extension Word {
    /// `open-truncate: /srv/x`.
    static let openTruncate = file(
        "open-truncate",
        "The file may be opened and emptied.",
        manual: "open(2)"
    ) { _ in .openTruncate }
}
