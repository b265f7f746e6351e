import LinuxCapabilities

extension Word {
    /// `search: /srv/x`.
    static let search = file(
        "search",
        "The directory may be searched: paths may lead through it.",
        manual: "as named",
        synonyms: ["traverse", "chdir", "cd"]
    ) { _ in .search }
}
