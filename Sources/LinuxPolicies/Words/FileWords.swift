import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `read: /etc/ssl/private/site.key`, and the other ways to use a file.
    static func file(_ action: FileAccess.Action) -> Word {
        let keys = [Vocabulary.Key("follow", shape: .boolean)]
        return Word(Vocabulary.Word(action.rawValue, keys: keys)) {
            use,
            subject throws(Diagnostic) in
            let path = use.value
            guard path.value.hasPrefix("/") else {
                throw Diagnostic(
                    "relative-path",
                    at: path.location,
                    "\(path.value.quoted) is not an absolute path",
                    help: "write it from `/` on"
                )
            }
            let follow = use.keys["follow"]?.value != "false"
            return FileAccess(action, path.value, follow: follow, of: subject)
        }
    }
}
