import LinuxCapabilities

extension Word {
    /// `search: /srv/x`.
    static let search = file(
        "search",
        "The directory may be gone through.",
        manual: "as named",
        synonyms: ["traverse", "chdir", "cd"]
    ) { _ in .search }
}
