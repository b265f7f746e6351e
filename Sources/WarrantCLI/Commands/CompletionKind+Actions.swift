import ArgumentParser
import Questions

extension CompletionKind {
    /// Actions; in bash(1), directories behind `--list`.
    static var actionsOrDirectories: CompletionKind {
        let actions = WordTable.linux.actions
        guard CompletionShell.requesting == .bash else { return .list(actions) }
        // The shell expands each of the words again, so a name has to be quoted.
        return .shellCommand(
            """
            if [[ " ${COMP_WORDS[*]} " == *" --list "* ]]; then \
            compgen -d -- "${cur}" | while IFS= read -r name; do printf "%q\\n" "${name}"; done; \
            else printf "%s\\n" \(actions.joined(separator: " ")); fi
            """
        )
    }
}
