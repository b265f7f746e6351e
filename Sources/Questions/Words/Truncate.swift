import LinuxCapabilities

extension Word {
    /// `truncate: /srv/x`.
    static let truncate = file(
        "truncate",
        "The file may be given a length, by truncate(2).",
        manual: "truncate(2)"
    ) { _ in .truncate }
}
