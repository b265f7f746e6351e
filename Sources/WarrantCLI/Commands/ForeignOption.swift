import ArgumentParser
import PolicyLanguage

/// An option that users know from other programs or commands, and that this command does not have.
struct ForeignOption {
    private let name: String
    /// The value after the option; nil if the option is the last argument.
    private let value: String?

    /// Finds the first such option among the arguments of a command; nil if there is none.
    init?(of command: String, among arguments: some Sequence<String>) {
        let known: [String: [String]] = [
            "can": Self.ofUsers + [Self.probe], "check": Self.ofUsers,
            "who-can": Self.ofUsers + Self.ofSubjects,
        ]
        let arguments = Array(arguments.prefix { $0 != "--" })
        for (index, argument) in arguments.enumerated() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = parts.first, known[command]?.contains(name) == true else { continue }
            self.name = name
            value = parts.count > 1 ? parts[1] : arguments.dropFirst(index + 1).first
            return
        }
        return nil
    }

    private static let probe = "--probe"
    private static let ofUsers = ["--user", "--uid", "--group", "--gid", "--caps", "--cap"]
    private static let ofSubjects = [
        "--as", "--pid", "--unit", "--container", "--unit-file", "--capabilities",
    ]

    /// Returns the message with the replacement for the option.
    func problem(in command: String) -> ValidationError {
        let value = value ?? ""
        guard command != "who-can" else {
            let option = Self.ofSubjects.contains(name) ? name : "--as"
            return ValidationError(
                "`who-can` asks about all users and has no \(name); ask about one subject with "
                    + "`warrant can \(option) \(value.isEmpty ? "NAME" : value) …`"
            )
        }
        guard name != Self.probe else {
            return ValidationError(
                "`can` has no --probe; `warrant check` and `warrant harden` have"
            )
        }
        guard !name.hasPrefix("--cap") else {
            return ValidationError(
                "unknown option \(name.quoted); write `--capabilities`, with `--as USER`"
            )
        }
        guard name == "--user" || name == "--uid" else {
            return ValidationError(
                "unknown option \(name.quoted); name a group behind its user, as in `--as USER:GROUP`"
            )
        }
        let user = value.isEmpty || value.hasPrefix("-") ? "USER" : value
        return ValidationError("unknown option \(name.quoted); write `--as \(user)`")
    }
}
