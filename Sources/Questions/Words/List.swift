import LinuxCapabilities

extension Word {
    /// `list: /srv/x`.
    static let list = file(
        "list",
        "The directory may be listed.",
        manual: "as named",
        synonyms: ["ls", "readdir"]
    ) { _ in .list }
}
