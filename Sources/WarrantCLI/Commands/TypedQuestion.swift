import ArgumentParser
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage
import Questions
import Text

/// A question from the arguments of a command.
struct TypedQuestion {
    let question: Question
    /// The object, with its path made absolute.
    let object: String
    /// The argument, with its path made absolute, and the number of the owner or the group that it names.
    let argument: String?
    /// The first relative path among the arguments.
    private let relativePath: RelativePath?
    private let subject: Subject

    /// - Throws: `ValidationError` for an invalid action, object or argument.
    init(
        _ action: String,
        _ object: String,
        _ argument: String?,
        follow: Bool?,
        asking: FileAccess.Asking?,
        as subject: Subject,
        on host: Host = .live
    ) throws {
        let table = WordTable.linux
        if let (word, _) = table.action(action), word.fileAction == nil {
            guard follow == nil else {
                throw ValidationError("--no-follow belongs to the file actions")
            }
            guard asking == nil else { throw ValidationError("--ask belongs to the file actions") }
        }
        var relative: RelativePath?
        let numbered = try Self.numbered(argument, of: action)
        (self.object, self.argument) = try table.replacingPaths(of: action, object, numbered) {
            text throws(ValidationError) in
            let path = try RelativePath(text)
            relative = relative ?? path
            return try path.absolute()
        }
        relativePath = relative
        self.subject = subject
        let question: Question?
        do throws(InvalidUse) {
            question = try table.question(
                action,
                self.object,
                self.argument,
                follow: follow,
                asking: asking,
                as: subject,
                on: host
            )
        } catch {
            throw ValidationError(error.sentence(for: action))
        }
        guard let question else {
            if let user = try? Accounts.user(named: action) {
                throw ValidationError(
                    "\(action.quoted) is a user and not an action; write `--as \(user.name)`"
                )
            }
            let help = table.advice(for: action, among: table.actions)
            throw ValidationError("unknown action \(action.quoted); \(help)")
        }
        self.question = question
    }

    /// Returns the argument with the number of the owner or the group that it names, as chown(1) takes both.
    private static func numbered(
        _ argument: String?,
        of action: String
    ) throws(ValidationError) -> String? {
        guard let argument, WordTable.linux.action(action)?.word.fileAction != nil else {
            return argument
        }
        var accounts = KnownAccounts()
        do throws(BadLine) {
            return try accounts.argument(argument, of: action)
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// Refuses a relative path that names another file for the subject.
    ///
    /// - Throws: `ValidationError`.
    func requireMeaning() async throws { try await relativePath?.requireMeaning(for: subject) }
}
