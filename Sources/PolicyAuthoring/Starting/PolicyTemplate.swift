package import LinuxSystem
import Text

/// A policy to start from, by its topic.
package enum PolicyTemplate: String, CaseIterable, Sendable {
    case service
    case job
    case host
    case container

    /// The topic in one line.
    package var summary: String {
        switch self {
        case .service: "a daemon; the subject is the main process of its unit, or a user"
        case .job: "a program that runs and ends; the subject is this process"
        case .host: "a machine, and the access that it grants to any subject"
        case .container: "a program in a container, with no access outside"
        }
    }

    /// Returns the text of the policy. Lint finds nothing in it.
    ///
    /// - Parameters:
    ///   - name: The name of the policy and of its topic.
    ///   - user: The user that a service runs as; nil for that of its unit file, or for a policy about its unit.
    ///   - unit: The unit file of the service, with its settings.
    package func text(
        named name: String,
        as user: String? = nil,
        of unit: (file: String, settings: UnitSettings)? = nil
    ) -> String {
        switch self {
        case .service: Self.serviceText(name, user, unit)
        case .job: Self.jobText.replacing("NAME", with: name)
        case .host: Self.hostText.replacing("NAME", with: name)
        case .container: Self.containerText.replacing("NAME", with: name)
        }
    }

    /// Returns whether a text can be a policy's name here, where it becomes part of paths and of a unit name.
    package static func canName(_ text: String) -> Bool {
        let isLetter = { (letter: Character) in letter.isASCII && letter.isLetter }
        return text.first.map(isLetter) == true && YAMLText.scalar(text) == text
            && text.allSatisfy { isLetter($0) || $0.isASCII && $0.isNumber || "._-".contains($0) }
    }

    /// Returns whether a text can be the name of a user here.
    package static func canBeUser(_ text: String) -> Bool {
        canName(text) || text.first == "_" && canName(String(text.dropFirst()))
    }
}

extension PolicyTemplate {
    /// Returns the text of a policy about a service.
    ///
    /// - Parameters: See ``text(named:as:of:)``.
    private static func serviceText(
        _ name: String,
        _ user: String?,
        _ unit: (file: String, settings: UnitSettings)?
    ) -> String {
        let files = ServiceFiles(ofService: name, of: unit?.settings)
        // systemd makes up a dynamic user at the start.
        let ofUnit = unit.flatMap { $0.settings.isUserDynamic ? nil : $0.settings.subject }
        let subject = user ?? ofUnit
        let id = unit?.settings.id ?? "\(name).service"
        let file = unit?.file ?? "/etc/systemd/system/\(id)"
        let (head, needs, limits) =
            if let subject {
                (
                    userHead(name, subject, user == nil ? unit?.file : nil), "",
                    limits(of: name, files)
                )
            } else {
                (unitHead(name, id, file), unitNeeds(id), unitLimits)
            }
        let isRoot = user == "root" || ofUnit != nil && unit?.settings.runsAsRoot == true
        let readForIt = (unit?.settings.environmentFiles ?? []).map {
            "\n" + (unit?.settings.reading($0).text.dropLast() ?? "")
        }.joined()
        let forbidden = "forbid:\n\(secrets)\n\(limits)"
        return """
            \(head)

            require:
            \(needs)\(uses(of: name, subject, files))\(readForIt)

            \(isRoot ? commented(forbidden) : forbidden)

            """
    }

    /// Root may do all of it, so that a policy that forbids it never holds.
    private static func commented(_ limits: String) -> String {
        let why = "It runs as root, which may do all of this. Give it a user, and then forbid it."
        return "\(why)\n\(limits)".split(separator: "\n").map { "# \($0)" }
            .joined(separator: "\n")
    }

    private static func unitHead(_ name: String, _ unit: String, _ file: String) -> String {
        """
        # The access that \(name) needs, and the access that it must not have. While it runs:
        #   warrant check \(name).yaml
        # Before it runs, and where systemd does not run:
        #   warrant check --unit-file \(file.shellWord.onOneLine) \(name).yaml
        # warrant-policy(5) describes all words and keys. To start from its unit instead:
        #   warrant new --from-unit \(unit.shellWord.onOneLine)
        warrant: 1
        name: \(name)
        summary: \(name) serves its port, and holds no secret of the host.
        subject: { unit: \(YAMLText.scalar(unit)) }       # or a user: subject: www-data
        parameters:
          port: { type: port, default: "8080", summary: where it listens }
        """
    }

    private static func userHead(_ name: String, _ subject: String, _ unit: String?) -> String {
        let options = unit.map { " \\\n#     --unit-file \($0.shellWord.onOneLine)" } ?? ""
        let when = unit == nil ? "" : " as systemd would start \(name), also before the first start"
        return """
            # The access that \(name) needs, and the access that it must not have.
            # Check it\(when):
            #   sudo warrant check --allow-writable-policy\(options) \(name).yaml
            # Write a test of it, for this host:
            #   sudo warrant record --coverage --allow-writable-policy\(options) \(name).yaml \\
            #     > \(name).test.yaml
            # warrant-policy(5) describes all words and keys.
            warrant: 1
            name: \(name)
            summary: \(name) finds its files, creates its own, and holds no secret of the host.
            subject: \(subject)
            """
    }

    private static func unitNeeds(_ unit: String) -> String {
        """
          - unit: \(YAMLText.scalar(unit))
            state: enabled
            because: it must start again after a reboot
          - bind: tcp:${port}

        """
    }

    private static func uses(
        of name: String,
        _ subject: String?,
        _ files: ServiceFiles
    ) -> String {
        var lines: [String] = []
        if let program = files.program, files.isProgramThere, subject != nil {
            lines += ["# Its program.", "- execute: \(YAMLText.scalar(program))"]
        }
        lines.append("# The files that it opens.")
        lines += files.configuration.map { "- read: \(YAMLText.scalar($0))" }
        if files.configuration.isEmpty {
            lines += ["- read: /etc/hosts", "  because: names are looked up there first"]
        }
        lines.append(
            "# A directory in which it creates files. `new` stands for any name that is not there."
        )
        let usual = subject == nil ? ["/var/lib/\(name)"] : []
        let directories = files.directories.isEmpty ? usual : files.directories
        lines += directories.map { "- create: \(YAMLText.scalar("\($0)/new"))" }
        if directories.isEmpty {
            lines += [
                "- create: /var/tmp/new", "  because: files that are kept for a while are there",
            ]
        }
        for (index, log) in files.logs.enumerated() {
            switch log {
            case .directory(let log):
                if index == 0 { lines.append("# Its logs.") }
                lines += ["- create: \(YAMLText.scalar("\(log)/new"))"]
            case .file(let log): lines += [Self.aboutLog, "- append: \(log)"]
            }
        }
        if files.logs.isEmpty { lines += [Self.aboutLog, "# - append: /var/log/\(name).log"] }
        if subject != nil { lines += ["# The port that it listens on.", "# - bind: tcp:8080"] }
        lines.append("# The servers that it connects to, with a time limit.")
        lines += ["# - connect: tcp:127.0.0.1:5432", "#   within: 500ms"]
        lines += ["# - connect: unix:/run/postgresql/.s.PGSQL.5432"]
        return lines.map { "  \($0)" }.joined(separator: "\n")
    }

    private static let aboutLog =
        "# Its log. For a file that may be missing, the word is open-create."

    private static let secrets = """
          - read: /etc/shadow
            because: its reader can try to guess passwords
          - write: /etc/passwd
            because: a user who can write it becomes root
        """

    private static let unitLimits = """
          - capability: CAP_SYS_ADMIN
            because: it grants nearly everything that root may do
          - capability: CAP_SYS_PTRACE
            because: it reads the memory of every process, keys included
        """

    private static func limits(of name: String, _ files: ServiceFiles) -> String {
        let mark = files.isProgramThere ? "" : "# "
        let program = files.program ?? "/usr/bin/\(name)"
        let settings =
            (files.configuration + files.readForIt).map { "write: \(YAMLText.scalar($0))" }
            + (files.settings.map { ["create: \($0)/new"] } ?? [])
        let kept = settings.map {
            "\n  - \($0)\n    because: a user who can change it decides what \(name) does"
        }.joined()
        return """
              # Its own program, and its directory.
              \(mark)- write: \(YAMLText.scalar(program))
              \(mark)  because: a user who can change it decides what \(name) does
              \(mark)- create: \(YAMLText.scalar("\(program.parentDirectory)/new"))
              \(mark)  because: a file there can be put in place of the program\(kept.isEmpty ? "" : "\n  # Its configuration.\(kept)")
            """
    }

    static let jobText = """
        # The access that NAME needs. This policy names no subject, so it judges the process
        # that runs the check:
        #   [Service]
        #   Type=oneshot
        #   ExecStartPre=warrant check /etc/warrant/NAME.yaml
        # warrant-policy(5) describes all words and keys.
        warrant: 1
        name: NAME
        summary: NAME finds what it works on, and writes to its own folder alone.
        parameters:
          source: { type: path, default: /etc, summary: what it works on }
          target: { type: path, default: /var/backups, summary: where it writes }

        require:
          - list: ${source}
          - create: ${target}/new
            because: the job creates files there
          - execute: /bin/sh
          # A server. If it does not answer within this time, the result is not known.
          # - connect: tcp:backup.example.org:22
          #   within: 2s

        forbid:
          - write: /etc/passwd
            because: a user who can write it becomes root
          - capability: CAP_DAC_OVERRIDE
            because: it writes every file; CAP_DAC_READ_SEARCH reads them all

        """

    static let hostText = """
        # The access that the machine NAME grants to any subject. For one user:
        #   warrant check --as USER NAME.yaml
        # warrant-policy(5) describes all words and keys.
        warrant: 1
        name: NAME
        summary: Every user of NAME has what programs need, and no more.

        require:
          - read: /etc/passwd
          - resolve: localhost
            within: 2s
          - execute: /bin/sh
          # Only where systemd is init, see sd_booted(3).
          - when: { read: /run/systemd/system }
            unit: systemd-journald.service
            because: without it, the output of services is lost

        forbid:
          # There is no word for "is root", so this asks for access that only root has.
          - when: { not: { read: /root } }
            because: a user who may do one of these can become root
            any:                            # forbidden together
              - write: /etc/passwd
              - write: /etc/shadow
              - read: /etc/shadow

        """

    static let containerText = """
        # The access of a program in the container NAME. Run the check in the container:
        #   docker run … warrant check /etc/warrant/NAME.yaml
        # The policy asks for the bounding set, because no program can exceed it.
        # warrant-policy(5) describes all words and keys.
        warrant: 1
        name: NAME
        summary: What runs in NAME has what it needs, and no way out.
        parameters:
          port: { type: port, default: "8080", summary: where it listens }

        require:
          - write: /dev/null
          - resolve: localhost
            within: 2s
          - bind: tcp:${port}

        forbid:
          - capability: CAP_SYS_ADMIN
            in: bounding
            because: it mounts what it likes, the host's disk included
          - capability: CAP_SYS_MODULE
            in: bounding
            because: it loads code into the kernel that host and container share
          - write: /proc/sysrq-trigger
            because: one letter written there restarts the host
          - connect: unix:/run/docker.sock
            because: a user of the socket can start a privileged container
          - write: /etc/passwd
            severity: advice                # reported, but changes no outcome
            because: it need not be root in here

        """
}
