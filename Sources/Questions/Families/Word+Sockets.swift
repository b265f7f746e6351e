import LinuxCapabilities
import PolicyLanguage
import Text

extension Word {
    /// Creates a word for kinds of sockets, whose names begin with it.
    static func sockets(
        _ name: String,
        _ kinds: [SocketCreation.Kind],
        _ summary: String,
        _ meaning: String,
        synonyms: [String],
        _ phrase: @escaping @Sendable (String) -> String
    ) -> Word {
        let values = kinds.map { String($0.rawValue.dropFirst(name.count + 1)) }
        return Word(
            name,
            summary,
            form: .oneOf(values, named: name),
            synonyms: synonyms,
            actions: [
                Action(
                    name,
                    values.joined(separator: "|"),
                    meaning,
                    .may { value, _ in phrase(value) }
                )
            ],
            isOfUsers: true,
            relations: .ofSockets
        ) { use throws(InvalidUse) in
            if let kind = SocketCreation.Kind(rawValue: "\(name) \(use.value)") {
                return SocketCreation(kind, as: use.subject, on: use.host)
            }
            throw .unknownValue(use.value, of: name, known: values)
        }
    }
}

extension TextForm {
    /// Returns the form of a fixed set of words.
    static func oneOf(_ values: [String], named name: String) -> TextForm {
        TextForm(name) { Details(values.joined(separator: "|"), proposals: values) }
    }
}
