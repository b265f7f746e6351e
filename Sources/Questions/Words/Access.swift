import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{access: /srv/x, argument: rw}`.
    static let access = file(
        "access",
        "The file may be used in the ways that the argument lists, by faccessat2(2).",
        operands: "PATH [rwx]",
        manual: "faccessat2(2), by the effective user",
        argument: FileArgument(
            "One or more of r, w and x, joined. Without it, the file must only exist.",
            form: .modes
        )
    ) { text throws(InvalidUse) in
        var modes: FileAccess.Modes = []
        for letter in text ?? "" {
            switch letter {
            case "r": modes.insert(.read)
            case "w": modes.insert(.write)
            case "x": modes.insert(.execute)
            default:
                throw .argument(text ?? "", "is no mode", help: "join `r`, `w` and `x`")
            }
        }
        return .access(modes)
    }
}

extension TextForm {
    fileprivate static let modes = TextForm("file-modes") {
        Details("[rwx]+", help: "join r, w and x")
    }
}
