import LinuxCapabilities

extension Word {
    /// `read-link: /srv/x`.
    static let readLink = file(
        "read-link",
        "The symbolic link may be read.",
        manual: "as named"
    ) { _ in .readLink }
}
