import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `execute: /usr/bin/x`.
    static let execute = file(
        "execute",
        "The program may be executed, its interpreter and loader included.",
        operands: "PATH [DIRECTORY]",
        manual: "execve(2), from a working directory",
        synonyms: ["exec", "execve", "run"],
        argument: FileArgument(
            "The working directory of the subject.",
            form: .absolutePath,
            kind: .path
        )
    ) { text throws(InvalidUse) in
        guard let text else { return .execute }
        return .executeFrom(try absolutePath(text, "directory"))
    }
}
