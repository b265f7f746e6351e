/// The version of the program, as `warrant --version` and reports state it.
enum ProgramVersion {
    static let current = "0.1.0"
}
