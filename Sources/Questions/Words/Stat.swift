import LinuxCapabilities

extension Word {
    /// `stat: /srv/x`.
    static let stat = file(
        "stat",
        "What the file is may be looked up, by stat(2).",
        manual: "as named",
        synonyms: ["exists", "exist", "lstat"]
    ) { _ in .stat }
}
