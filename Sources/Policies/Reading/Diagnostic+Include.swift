import Kernel
package import LinuxSystem
import PolicyLanguage

extension Diagnostic {
    static func includesItself(_ path: Located<String>) -> Self {
        Self(
            "include-cycle",
            at: path.location,
            "\(path.value.quoted) includes this policy, or is it, so that there would be no end",
            help: "remove one of the two includes"
        )
    }

    static func tooManyIncludes(_ path: Located<String>) -> Self {
        Self(
            "too-many-includes",
            at: path.location,
            "\(path.value.quoted) would be more than \(Limits.files) policies, "
                + "or more than \(Limits.includes) within one another",
            help: "include fewer, or check them beside one another"
        )
    }
}

extension SourceFile.Problem {
    /// The error of a file that the caller named.
    package func ofFile(_ path: String) -> any Error {
        switch self {
        case .file(.tooLarge): Diagnostics(.fileTooLarge(at: .start(of: path)))
        case .writable(let problems): problems
        case .file, .secret: UnreadablePolicy(path: path, problem: words)
        }
    }

    /// The error of a file that a policy includes.
    func ofInclude(_ path: Located<String>) -> Diagnostics {
        let help: String
        switch self {
        case .file: help = "write the path from the directory of this policy on"
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

    /// To follow the name of the file.
    package var words: String {
        switch self {
        case .file(let problem): problem.words
        case .writable(let problems): problems.description
        case .secret: "it may have been chosen by a user who may not read it"
        }
    }
}

extension RegularFile.Problem {
    /// To follow the name of the file.
    package var words: String {
        switch self {
        case .tooLarge: "it and what was read before are larger than 16 MiB"
        case .notRegular(let kind): "it is \(kind.noun), not a regular file"
        case .served(let place): "it is on \(place.medium)"
        case .system(let error) where error.errno == .ETIMEDOUT:
            "its file system gave no answer; look at its server, or at who uses fanotify(7)"
        case .system(let error): "\(error.reason) (\(error.name))"
        }
    }
}
