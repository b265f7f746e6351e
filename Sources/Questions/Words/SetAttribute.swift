import LinuxCapabilities

extension Word {
    /// `set-attribute: /srv/x`.
    static let setAttribute = file(
        "set-attribute",
        "An extended attribute of the file may be set.",
        manual: "setxattr(2)",
        synonyms: ["xattr", "setxattr"]
    ) { _ in .setAttribute }
}
