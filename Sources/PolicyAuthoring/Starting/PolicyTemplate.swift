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
    /// - Parameter name: The name of the policy and of its topic.
    package func text(named name: String) -> String {
        body.replacing("NAME", with: name)
    }

    /// Returns the text of a policy for a service that runs as a user. Lint finds nothing in it.
    package static func service(named name: String, as user: String) -> String {
        // Neither may replace a part of the other.
        userText.replacing("USER", with: "\0").replacing("NAME", with: name)
            .replacing("\0", with: user)
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
    /// The end of a policy about a service.
    private static let logAndSecrets = """
          # A log, which may exist or not.
          # - open-create: /var/log/NAME.log
          # The servers that it connects to, with a time limit.
          # - connect: tcp:127.0.0.1:5432
          #   within: 500ms

        forbid:
          - read: /etc/shadow
            because: its reader can try to guess passwords
          - write: /etc/passwd
            because: a user who can write it becomes root
        """

    static let serviceText = """
        # The access that NAME needs, and the access that it must not have. While it runs:
        #   warrant check NAME.yaml
        # warrant-policy(5) describes all words and keys. To start from its unit instead:
        #   warrant new --from-unit NAME.service
        warrant: 1
        name: NAME
        summary: NAME serves its port, and holds no secret of the host.
        subject: { unit: NAME.service }       # or a user: subject: www-data
        parameters:
          port: { type: port, default: "8080", summary: where it listens }

        require:
          - unit: NAME.service
            state: enabled
            because: it must start again after a reboot
          - bind: tcp:${port}
          # The files that it opens.
          - read: /etc/hosts
            because: names are looked up there first
          # The directory of its state. A check does not create the file.
          - create: /var/lib/NAME/new
        \(logAndSecrets)
          - capability: CAP_SYS_ADMIN
            because: it grants nearly everything that root may do
          - capability: CAP_SYS_PTRACE
            because: it reads the memory of every process, keys included

        """

    static let userText = """
        # The access that NAME needs as user USER, and the access that it must not have. Root
        # can look at all of it:
        #   sudo warrant check --allow-writable-policy NAME.yaml
        # warrant-policy(5) describes all words and keys.
        warrant: 1
        name: NAME
        summary: NAME finds its files, creates its own, and holds no secret of the host.
        subject: USER

        require:
          # The files that it opens.
          - read: /etc/hosts
            because: names are looked up there first
          # A directory in which it creates files. A check creates none.
          - create: /var/tmp/new
            because: files that are kept for a while are there
          # The port that it listens on.
          # - bind: tcp:8080
        \(logAndSecrets)
          # Its own program, and its directory: a file there can be put in place of the program.
          # - write: /usr/bin/NAME
          # - create: /usr/bin/new

        """

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
