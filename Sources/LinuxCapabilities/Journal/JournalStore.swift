import LinuxSystem

/// One of the two places where systemd-journald keeps the journal of a machine.
struct JournalStore {
    /// The journal's own file, to which new entries are written.
    let file: String
    private let folders: [String]

    /// Returns the volatile place first, then the persistent one.
    ///
    /// - SeeAlso: `Storage=` in journald.conf(5).
    static func all(of machine: MachineID) -> [JournalStore] {
        ["/run/log/journal", "/var/log/journal"].map { JournalStore($0, machine) }
    }

    private init(_ folder: String, _ machine: MachineID) {
        folders = [folder, "\(folder)/\(machine)"]
        file = "\(folder)/\(machine)/system.journal"
    }

    /// The file accesses of journalctl(1): it reads the file, which it finds by listing the folders.
    var uses: [FileInquiry] {
        [FileInquiry(.read, file, follow: nil)]
            + folders.reversed().map { FileInquiry(.list, $0, follow: nil) }
    }
}
