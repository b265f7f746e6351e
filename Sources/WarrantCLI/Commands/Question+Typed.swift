import ArgumentParser
import LinuxCapabilities
import PolicyLanguage
import Questions

extension Question {
    /// What the arguments of a command ask.
    ///
    /// - Throws: `ValidationError` for an action, object or argument that means nothing.
    init(
        _ action: String,
        _ object: String,
        _ argument: String?,
        follow: Bool?,
        asking: FileAccess.Asking?,
        as subject: Subject
    ) throws {
        let table = WordTable.linux
        if let (word, _) = table.action(action), word.fileAction == nil {
            guard follow == nil else {
                throw ValidationError("--no-follow belongs to the file actions")
            }
            guard asking == nil else { throw ValidationError("--ask belongs to the file actions") }
        }
        let question: Question?
        do throws(InvalidUse) {
            question = try table.question(
                action,
                object,
                argument,
                follow: follow,
                asking: asking,
                as: subject
            )
        } catch {
            throw ValidationError(error.sentence(for: action))
        }
        guard let question else {
            let help = table.advice(for: action, among: table.actions)
            throw ValidationError("unknown action \(action.quoted); \(help)")
        }
        self = question
    }
}
