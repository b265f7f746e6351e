import Kernel
package import LinuxSystem
import PolicyLanguage
import Text

extension Diagnostic {
    static func includesItself(_ path: Located<String>) -> Self {
        Self(
            "include-cycle",
            at: path.location,
            "\(path.value.quoted) includes this policy, or is this policy, which is a cycle",
            help: "remove one of the two includes"
        )
    }

    static func tooManyIncludes(_ path: Located<String>) -> Self {
        Self(
            "too-many-includes",
            at: path.location,
            "with \(path.value.quoted) there are more than \(Limits.files) policies, "
                + "or includes nest deeper than \(Limits.includes)",
            help: "include fewer policies, or check some on their own"
        )
    }
}

extension SourceFile.Problem {
    /// Returns the error for a file that the caller named.
    package func ofFile(_ path: String) -> any Error {
        switch self {
        case .file(.tooLarge): Diagnostics(.fileTooLarge(at: .start(of: path)))
        case .writable(let problems): problems
        case .file(.system(let error)) where error.errno == .EACCES:
            UnreadablePolicy(
                path: path,
                problem: "\(words); `warrant can read \(path.shellWord)` shows why"
            )
        case .file, .secret: UnreadablePolicy(path: path, problem: words)
        }
    }

    /// Returns the error for a file that a policy includes.
    func ofInclude(_ path: Located<String>) -> Diagnostics {
        let help: String
        switch self {
        case .file: help = "write the path relative to the directory of this policy"
        case .writable(let problems): return problems
        case .secret: help = "include a file that its author may read"
        }
        return Diagnostics(
            Diagnostic(
                "unreadable-include",
                at: path.location,
                "cannot read \(path.value.quoted): \(words)",
                help: help
            )
        )
    }

    /// The phrase that follows the name of the file.
    package var words: String {
        switch self {
        case .file(let problem): problem.words
        case .writable(let problems): problems.description
        case .secret: "the user who wrote this path may not be allowed to read the file"
        }
    }
}

extension RegularFile.Problem {
    /// The phrase that follows the name of the file.
    package var words: String {
        switch self {
        case .tooLarge: "it and the files read before are larger than 16 MiB"
        case .notRegular(let kind): "it is \(kind.noun), not a regular file"
        case .served(let place): "it is on \(place.medium)"
        case .system(let error) where error.errno == .ETIMEDOUT:
            "its file system gave no answer; check its server, and programs that use fanotify(7)"
        case .system(let error): "\(error.reason) (\(error.name))"
        }
    }
}
