import ArgumentParser
import Questions

extension CompletionKind {
    /// Completes actions; in bash(1), also directories after `--list`.
    static var actionsOrDirectories: CompletionKind {
        let actions = WordTable.linux.actions
        guard CompletionShell.requesting == .bash else { return .list(actions) }
        // The shell expands each word again, so a name must be quoted.
        return .shellCommand(
            """
            if [[ " ${COMP_WORDS[*]} " == *" --list "* ]]; then \
            compgen -d -- "${cur}" | while IFS= read -r name; do printf "%q\\n" "${name}"; done; \
            else printf "%s\\n" \(actions.joined(separator: " ")); fi
            """
        )
    }

    /// Completes policy files; in bash(1), also the names of installed policies, without tests.
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
