import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{chgrp: /srv/x, argument: 33}`.
    static let chgrp = file(
        "chgrp",
        "The file may be given the group in the argument.",
        operands: "PATH GROUP",
        manual: "chown(2)",
        argument: FileArgument(
            "The new group, by its gid.",
            form: .id,
            isNeeded: true,
            kind: .group
        )
    ) { text throws(InvalidUse) in
        .changeGroup(try id(text))
    }
}
