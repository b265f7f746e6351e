import LinuxSystem

/// One of the two places where systemd-journald keeps the journal of a machine.
struct JournalStore {
    /// The journal's own file, to which the present entries are written.
    let file: String
    private let folders: [String]

    /// The volatile one first, and the persistent one.
    ///
    /// - SeeAlso: `Storage=` in journald.conf(5).
    static func all(of machine: MachineID) -> [JournalStore] {
        ["/run/log/journal", "/var/log/journal"].map { JournalStore($0, machine) }
    }

    private init(_ folder: String, _ machine: MachineID) {
        folders = [folder, "\(folder)/\(machine)"]
        file = "\(folder)/\(machine)/system.journal"
    }

    /// What journalctl(1) does: it reads the file, which it finds by listing the folders.
    var uses: [FileInquiry] {
        [FileInquiry(.read, file, follow: nil)]
            + folders.reversed().map { FileInquiry(.list, $0, follow: nil) }
    }
}
