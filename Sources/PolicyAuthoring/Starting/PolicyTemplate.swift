/// A policy to start from, by what it is about.
package enum PolicyTemplate: String, CaseIterable, Sendable {
    case service
    case job
    case host
    case container

    /// What it is about, in a line.
    package var summary: String {
        switch self {
        case .service: "a daemon, about the main process of its unit"
        case .job: "what runs and ends, such as a backup, about whoever runs it"
        case .host: "what a machine grants to whoever asks"
        case .container: "what runs in one, and no way out"
        }
    }

    /// The text, in which lint finds nothing.
    ///
    /// - Parameter name: That of the policy, and of what it is about.
    package func text(named name: String) -> String {
        body.replacing("NAME", with: name)
    }

    /// Whether a text can be a policy's name here, where it is part of paths and of a unit's name.
    package static func canName(_ text: String) -> Bool {
        let isLetter = { (letter: Character) in letter.isASCII && letter.isLetter }
        return text.first.map(isLetter) == true && YAMLText.scalar(text) == text
            && text.allSatisfy { isLetter($0) || $0.isASCII && $0.isNumber || "._-".contains($0) }
    }

    private var body: String {
        switch self {
        case .service: Self.serviceText
        case .job: Self.jobText
        case .host: Self.hostText
        case .container: Self.containerText
        }
    }
}

extension PolicyTemplate {
    static let serviceText = """
        # What NAME needs to run, and must not have. While it runs:
        #   warrant check NAME.yaml
        # warrant-policy(5) tells all words and keys, and
        #   warrant new --from-unit NAME.service
        # begins with what its unit says.
        warrant: 1
        name: NAME
        summary: NAME serves its port, and holds no secret of the host.
        subject: { unit: NAME.service }       # its main process
        parameters:
          port: { type: port, default: "8080", summary: where it listens }

        require:
          - unit: NAME.service
            state: enabled
            because: it would not come back after a reboot
          - bind: tcp:${port}
          # What it opens by itself.
          - read: /etc/hosts
            because: names are looked up there first
          # Where it keeps its state: what may be made there, looking makes not.
          - create: /var/lib/NAME/new
          # What it connects to, and how long that may take.
          # - connect: tcp:127.0.0.1:5432
          #   within: 500ms

        forbid:
          - read: /etc/shadow
            because: whoever reads it can try passwords at leisure
          - write: /etc/passwd
            because: whoever writes it is root
          - capability: CAP_SYS_ADMIN
            because: it is nearly all that root may
          - capability: CAP_SYS_PTRACE
            because: it reads the memory of every process, keys included

        """

    static let jobText = """
        # What NAME needs while it runs. It names no subject, and so judges who runs it:
        #   [Service]
        #   Type=oneshot
        #   ExecStartPre=warrant check /etc/warrant/NAME.yaml
        # warrant-policy(5) tells all words and keys.
        warrant: 1
        name: NAME
        summary: NAME finds what it works on, and writes to its own folder alone.
        parameters:
          source: { type: path, default: /etc, summary: what it works on }
          target: { type: path, default: /var/backups, summary: where it writes }

        require:
          - list: ${source}
          - create: ${target}/new
            because: looking creates nothing, and the job has to
          - execute: /bin/sh
          # A place in the network; a silence is no answer after this time.
          # - connect: tcp:backup.example.org:22
          #   within: 2s

        forbid:
          - write: /etc/passwd
            because: whoever writes it is root
          - capability: CAP_DAC_OVERRIDE
            because: it writes every file; CAP_DAC_READ_SEARCH reads them all

        """

    static let hostText = """
        # What NAME, a machine, grants to whoever asks. Each item is one question put to
        # the kernel. For one user:  warrant check --as USER NAME.yaml
        # warrant-policy(5) tells all words and keys.
        warrant: 1
        name: NAME
        summary: Whoever asks on NAME finds what programs need, and no more.

        require:
          - read: /etc/passwd
          - resolve: localhost
            within: 2s
          - execute: /bin/sh
          # Only where systemd is init, see sd_booted(3).
          - when: { read: /run/systemd/system }
            unit: systemd-journald.service
            because: what services print is lost without it

        forbid:
          # No word means "root": ask what only root may.
          - when: { not: { read: /root } }
            because: whoever may do one of these can become root
            any:                            # forbidden together
              - write: /etc/passwd
              - write: /etc/shadow
              - read: /etc/shadow

        """

    static let containerText = """
        # What runs in the container NAME, asked in there:
        #   docker run … warrant check /etc/warrant/NAME.yaml
        # The bounding set is the one to ask: no program can exceed it.
        # warrant-policy(5) tells all words and keys.
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
            because: who may ask for a container may ask for a privileged one
          - write: /etc/passwd
            severity: advice                # told, and changes no outcome
            because: it need not be root in here

        """
}
