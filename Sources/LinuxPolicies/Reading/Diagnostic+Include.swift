package import LinuxSystem
import PolicyLanguage

extension Diagnostic {
    static func unreadableInclude(_ path: Located<String>, _ problem: RegularFile.Problem) -> Self {
        Self(
            "unreadable-include",
            at: path.location,
            "cannot read \(path.value.quoted): \(problem.words)",
            help: "write the path from the directory of this policy on"
        )
    }

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

extension RegularFile.Problem {
    /// To follow the name of the file.
    package var words: String {
        switch self {
        case .tooLarge: "it and what was read before are larger than 16 MiB"
        case .notRegular(let kind): "it is \(kind.noun), not a regular file"
        case .system(let error) where error.code == Errno.ETIMEDOUT:
            "its file system gave no answer; look at its server"
        case .system(let error): "\(error.reason) (\(error.name))"
        }
    }
}
