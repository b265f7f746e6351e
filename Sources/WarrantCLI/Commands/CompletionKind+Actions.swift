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

    /// Policy files; in bash(1), the names of installed policies too. Tests of policies are left out there.
    static var policies: CompletionKind {
        guard CompletionShell.requesting == .bash else { return .file(extensions: ["yaml"]) }
        return .shellCommand(
            """
            { compgen -d -- "${cur}"; compgen -f -X '!*.yaml' -- "${cur}"; \
            [[ "${cur}" == */* ]] || { compgen -G "/etc/warrant/${cur}*.yaml"; \
            compgen -G "/usr/share/warrant/policies/${cur}*"; }; } \
            | while IFS= read -r name; do \
            [[ "${cur}" == /* ]] || name="${name#/etc/warrant/}"; \
            [[ "${cur}" == /* || "${name}" != /usr/share/warrant/policies/* ]] || name="${name##*/}"; \
            [[ "${name}" == *.test.yaml ]] || printf "%q\\n" "${name}"; done
            """
        )
    }

    static var users: CompletionKind {
        let names = "getent passwd | cut -d: -f1"
        guard CompletionShell.requesting == .bash else { return .shellCommand(names) }
        return .shellCommand(
            names + #" | while IFS= read -r name; do printf "%q\n" "${name}"; done"#
        )
    }
}
