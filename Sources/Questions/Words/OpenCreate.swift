import LinuxCapabilities

extension Word {
    /// `open-create: /srv/x`.
    static let openCreate = file(
        "open-create",
        "The file may be opened for writing, and created if it does not exist.",
        manual: "open(2)"
    ) { _ in .openCreate }
}
