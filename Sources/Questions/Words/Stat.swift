import LinuxCapabilities

extension Word {
    /// `stat: /srv/x`.
    static let stat = file(
        "stat",
        "The file's kind, mode and owners may be read, by stat(2).",
        manual: "as named",
        synonyms: ["exists", "exist", "lstat"]
    ) { _ in .stat }
}
