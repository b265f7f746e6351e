package import LinuxCapabilities
import PolicyLanguage
package import Questions

extension Catalogue<Subject> {
    /// The words for Linux permissions, bound to this host.
    package static let linux = Catalogue(.linux, on: .live)

    /// Returns the words of Linux and of a program.
    static func linux(adding words: [PolicyWord]) throws(InvalidPolicyWord) -> Catalogue {
        words.isEmpty ? linux : Catalogue(try PolicyWord.table(adding: words), on: .live)
    }

    /// Makes a catalogue of the words of a table, bound to a host.
    package init(_ table: WordTable, on host: Host) {
        self.init(
            table.words.map { word in
                Entry(word.vocabulary) { use, subject throws(Diagnostic) in
                    let asked = Word.Use(
                        use.value.value,
                        keys: use.keys.mapValues(\.value),
                        as: subject,
                        on: host
                    )
                    do throws(InvalidUse) {
                        return try word.bind(asked)
                    } catch {
                        throw Diagnostic(error, in: use)
                    }
                }
            },
            capability: .kernelCapability,
            unit: .unitName,
            container: .containerName,
            synonyms: { table.synonyms },
            defaultSubject: .current,
            bindSubject: Subject.init
        )
    }
}
