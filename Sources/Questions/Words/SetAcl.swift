import LinuxCapabilities

extension Word {
    /// `set-acl: /srv/x`.
    static let setAcl = file(
        "set-acl",
        "The file's access list may be set.",
        manual: "acl(5)",
        synonyms: ["acl", "setfacl"]
    ) { _ in .setList }
}
