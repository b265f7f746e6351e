import AccessModel
import Kernel
import LinuxCapabilities
import PolicyLanguage

/// A mount: its file system type, and the options that disable something: `tmpfs nosuid nodev`.
enum MountCodec {
    private static let options: [(word: String, flag: MountFlags)] = [
        ("ro", .readOnly), ("noexec", .noExec), ("nodev", .noDev), ("nosuid", .noSuid),
        ("nosymfollow", .noSymlinkFollow),
    ]

    static func read(
        _ text: Located<String>,
        kernel: KernelVersion
    ) throws(Diagnostic) -> Mount {
        let words = text.value.split { $0 == " " || $0 == "," }.map(String.init)
        guard let type = words.first else {
            throw .invalidFact(text, "names no file system", help: "write `ext4`, `proc ro`")
        }
        var flags: MountFlags = []
        for word in words.dropFirst() {
            guard let option = options.first(where: { $0.word == word }) else {
                let unknown = Located(word, at: text.location)
                throw .unknownValue(unknown, of: "mount", known: options.map(\.word))
            }
            flags.insert(option.flag)
        }
        return Mount(ofType: type, flags: flags, kernel: kernel)
    }

    /// Returns the text of a mount. A read-only file system is written as a read-only mount.
    static func text(_ mount: Mount) -> String {
        var flags = mount.flags
        if flags.contains(.superblockReadOnly) { flags.insert(.readOnly) }
        let words = options.filter { flags.contains($0.flag) }.map(\.word)
        return ([mount.fileSystem] + words).joined(separator: " ")
    }
}
