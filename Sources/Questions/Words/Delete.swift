import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `delete: /srv/x`.
    static let delete = file(
        "delete",
        "The file may be deleted.",
        operands: "PATH [file|directory]",
        manual: "unlink(2), rmdir(2), or whichever fits",
        synonyms: ["unlink", "remove", "rm", "rmdir"],
        argument: FileArgument(
            "As which kind of file; else whichever it is.",
            values: FileAccess.Action.Removed.allCases.map(\.rawValue)
        )
    ) { text throws(InvalidUse) in
        guard let text else { return .delete(nil) }
        return .delete(try fileKind(text))
    }
}
