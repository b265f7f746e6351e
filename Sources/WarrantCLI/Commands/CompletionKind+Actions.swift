import ArgumentParser
import Kernel
import LinuxCapabilities
import Questions

extension CompletionKind {
    /// Completes actions; in bash(1), also directories after `--list`.
    static var actionsOrDirectories: CompletionKind {
        guard isDocumented else { return .default }
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
        guard isDocumented else { return .default }
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

    static var users: CompletionKind { .lines(of: "getent passwd | cut -d: -f1") }

    static var processes: CompletionKind { .lines(of: #"command ls /proc | grep -x "[0-9]*""#) }

    /// Completes the services of unit files, even if systemd does not run, and the instances that systemd has loaded. A
    /// template is not a unit.
    static var services: CompletionKind {
        .lines(
            of: """
                systemctl --root=/ list-unit-files --type=service --no-legend 2>/dev/null \
                | cut -d " " -f 1 | grep -v "@[.]"; \
                systemctl list-units --all --type=service --plain --no-legend 2>/dev/null \
                | cut -d " " -f 1 | grep "@"
                """
        )
    }

    /// Completes the lines that a command prints in each of the shells.
    private static func lines(of command: String) -> CompletionKind {
        guard isDocumented else { return .default }
        guard CompletionShell.requesting == .bash else { return .shellCommand(command) }
        return .shellCommand(
            "{ \(command); }" + #" | while IFS= read -r name; do printf "%q\n" "${name}"; done"#
        )
    }

    static var kernelCapabilities: CompletionKind {
        isDocumented ? .list(KernelCapability.named.map(\.name)) : .default
    }

    static var userActions: CompletionKind {
        isDocumented ? .list(WordTable.linux.userActions) : .default
    }

    static var commands: CompletionKind { isDocumented ? .list(UnitStart.commandNames) : .default }

    static var unitSettings: CompletionKind {
        isDocumented ? .list(UnitStart.settingNames.map { "\($0)=" }) : .default
    }
}
