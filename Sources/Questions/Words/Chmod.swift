import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{chmod: /srv/x, argument: "0640"}`.
    static let chmod = file(
        "chmod",
        "The file may be given the mode in the argument.",
        operands: "PATH MODE",
        manual: "chmod(2)",
        argument: FileArgument(
            "The new mode, in quotes.",
            shape: .mode,
            isNeeded: true,
            kind: .mode
        )
    ) { text throws(InvalidUse) in
        guard let mode = text.flatMap({ UInt16($0, radix: 8) }), mode <= 0o7777 else {
            throw .argument(text, "is no mode", help: "write it in octal, as `0640`")
        }
        return .changeMode(mode)
    }
}
