/// The user who runs the program. Only root can become another user: see `TemporaryFolder.run`.
enum Caller: CaseIterable {
    case root
    case nobody
    /// A process of user `nobody` that may read every file.
    case nobodyReadingAll

    /// The words before the command.
    var command: [String] {
        let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let reading = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]
        return switch self {
        case .root: []
        case .nobody: nobody
        case .nobodyReadingAll: nobody + reading
        }
    }
}
