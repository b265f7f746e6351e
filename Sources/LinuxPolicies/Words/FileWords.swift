import LinuxCapabilities
import LinuxSystem
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `read: /etc/ssl/private/site.key`, and the other ways to use a file.
    static func file(_ form: Vocabulary.Word, on host: Host) -> Word {
        Word(form) { use, subject throws(Diagnostic) in
            let path = use.value
            guard path.value.isAbsolutePath else {
                throw Diagnostic(
                    "relative-path",
                    at: path.location,
                    "\(path.value.quoted) is not an absolute path",
                    help: "write it from `/` on"
                )
            }
            // A thread cannot always become another; the rules decide without it.
            let asking: FileAccess.Asking = subject == .current ? .kernel : .both
            let follow = use.keys["follow"].map { $0.value == "true" }
            return FileAccess(
                try action(form.name, use),
                path.value,
                follow: follow,
                as: subject,
                asking: asking,
                on: host
            )
        }
    }

    /// The same on every host.
    static let fileForms = FileAccess.Action.words.map { word in
        let keys = [follow] + (argumentKeys[word].map { [$0] } ?? [])
        return Vocabulary.Word(word, keys: keys, summaries[word] ?? "", form: .absolutePath)
    }

    private static func action(
        _ word: String,
        _ use: WordUse
    ) throws(Diagnostic) -> FileAccess.Action {
        let argument = use.keys["argument"]
        do throws(InvalidArgument) {
            if let action = try FileAccess.Action(word: word, argument: argument?.value) {
                return action
            }
            throw InvalidArgument(
                problem: "is no way to use a file",
                help: "see warrant can --help"
            )
        } catch {
            throw Diagnostic(
                // What a calendar allows is its own kind: the schema knows of none.
                word == "touch" ? "invalid-time" : "invalid-argument",
                at: argument?.location ?? use.nameLocation,
                argument.map { "\($0.value.quoted) \(error.problem)" }
                    ?? "\(word.quoted) needs an `argument:`",
                help: error.help
            )
        }
    }
}
