import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `delete: /srv/x`.
    static let delete = file(
        "delete",
        "The file may be deleted.",
        operands: "PATH [file|directory]",
        manual: "unlink(2) or rmdir(2), by the kind of file",
        synonyms: ["unlink", "remove", "rm", "rmdir"],
        argument: FileArgument(
            "The kind of file that it must have; by default, any.",
            values: FileAccess.Action.Removed.allCases.map(\.rawValue)
        )
    ) { text throws(InvalidUse) in
        guard let text else { return .delete(nil) }
        return .delete(try fileKind(text))
    }
}
