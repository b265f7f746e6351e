import LinuxCapabilities

extension Word {
    /// `append: /srv/x`.
    static let append = file(
        "append",
        "The file may be opened for writing at its end.",
        manual: "open(2)"
    ) { _ in .append }
}
