/// The version of the program in `warrant --version` and in reports.
enum ProgramVersion {
    static let current = "0.1.0"
}
