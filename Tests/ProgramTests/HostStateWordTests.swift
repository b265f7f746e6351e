import Foundation
import TestSupport
import Testing

/// Compares with stat(1), sysctl(8) and getent(1), which ask the kernel and the name service.
@Suite struct `Words for the state of the host` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let modes = ["0", "600", "640", "644", "1777", "2755", "4711", "7777"]

    /// A file gets each mode, and the question is asked with every mode.
    @Test(arguments: modes)
    func `Owner, group and mode agree with stat(1)`(mode: String) async throws {
        try folder.file("file")
        let script = "chown daemon:adm file; chmod \(mode) file; stat -c '%U %G %a' file"
        let shown = try await folder.run(["sh", "-c", script])
        #expect(shown.output == "daemon adm \(mode)\n")
        let path = folder.path(of: "file")
        let bits = try #require(Int(mode, radix: 8))
        var (holds, fails) = (
            ["owner: \(path), is: daemon", "group: \(path), is: adm"], [String]()
        )
        fails += ["owner: \(path), is: root", "group: \(path), is: daemon"]
        for other in Self.modes {
            let asked = try #require(Int(other, radix: 8))
            let exactly = "mode: \(path), exactly: '\(other)'"
            let most = "mode: \(path), at-most: '\(other)'"
            if asked == bits { holds.append(exactly) } else { fails.append(exactly) }
            if bits & ~asked == 0 { holds.append(most) } else { fails.append(most) }
        }
        let entries = { (list: [String]) in list.map { "  - { \($0) }\n" }.joined() }
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\nrequire:\n\(entries(holds))forbid:\n\(entries(fails))"
        )
        for caller in [Caller.root, .nobody] {
            let ended = try await folder.warrant("check", "policy.yaml", by: caller)
            #expect(ended.status == 0, "\(ended.output)")
        }
    }

    @Test(arguments: [
        "net.ipv4.ip_forward", "kernel.ostype", "net.ipv4.tcp_rmem", "net/ipv4/conf/lo/rp_filter",
        "kernel.pid_max", "fs.file-max",
    ])
    func `A setting has the value that sysctl(8) shows`(name: String) async throws {
        let shown = try await folder.run(["sysctl", "--values", name])
        let value = shown.output.split { " \t\n".contains($0) }.joined(separator: " ")
        #expect(try await folder.warrant("can", "sysctl", name, value).status == 0)
        #expect(try await folder.warrant("can", "sysctl", name, "\(value)x").status == 1)
        guard let number = Int(value), number < 1 << 50 else { return }
        #expect(try await folder.warrant("can", "sysctl-at-least", name, value).status == 0)
        #expect(
            try await folder.warrant("can", "sysctl-at-least", name, "\(number + 1)").status == 1
        )
    }

    /// The kernel ends such a file after the first read(2), wherever that read ended.
    @Test func `A setting longer than a page is compared whole`() async throws {
        let ended = try await folder.inNamespaces(
            """
            setting=/proc/sys/net/ipv4/ip_local_reserved_ports
            unshare --net sh -euc '
                seq --separator=, 1025 2 5025 > $2
                exec "$1" can sysctl net.ipv4.ip_local_reserved_ports "$(cat $2)"
            ' sh "$1" $setting
            """
        )
        #expect(ended.status == 0, "\(ended)")
    }

    /// In its own network or UTS namespace, the kernel keeps the written value byte by byte.
    @Test(arguments: [
        (#"caf\303\251"#, #"caf\303\251"#, 0), (#"cafe\314\201"#, #"caf\303\251"#, 1),
        (#"caf\377"#, #"caf\357\277\275"#, 2), (#"caf\357\277\275"#, #"caf\357\277\275"#, 0),
    ])
    func `A setting is compared byte by byte`(value: String, asked: String, status: Int)
        async throws
    {
        let ended = try await folder.inNamespaces(
            """
            unshare --uts sh -euc '
                printf "$2" > /proc/sys/kernel/hostname
                exec "$1" can sysctl kernel.hostname "$(printf "$3")"
            ' sh "$1" '\(value)' '\(asked)'
            """
        )
        #expect(ended.status == status, "\(ended)")
    }

    /// The C library reads a line longer than its buffer twice, and leaves the error of the first attempt.
    @Test func `A member of a group with a long line is found`() async throws {
        let ended = try await folder.inNamespaces(
            """
            \(Self.longLine)
            "$1" can member daemon many
            exec "$1" can --as daemon read /etc/passwd
            """
        )
        #expect(ended.status == 0, "\(ended)")
    }

    private static let longLine = """
        { cat /etc/group; echo "many:x:4567:$(seq --separator=, --format=user%g 400),daemon"; } > group
        mount --bind group /etc/group
        """

    /// The error of a service that was asked earlier would be lost.
    @Test(arguments: [
        ("group: files systemd", 0), ("group:files # systemd", 0), ("hosts: dns", 0), ("", 0),
        ("group: systemd files", 2), ("group: files\ninitgroups: systemd files", 2),
    ])
    func `Groups in a long line are known only if files are the first service`(
        services: String,
        status: Int
    ) async throws {
        let ended = try await folder.inNamespaces(
            """
            \(Self.longLine)
            echo '\(services)' > services
            mount --bind services /etc/nsswitch.conf
            exec "$1" can --as daemon read /etc/passwd
            """
        )
        #expect(ended.status == status, "\(ended)")
    }

    /// The owners that a mount of another namespace maps are not known. The file exists all the same.
    @Test(arguments: [("owner", "nobody", 2), ("owner", "root", 2), ("mode", "0600", 0)])
    func `The owner of a file in another mount namespace is not known`(
        word: String,
        value: String,
        status: Int
    ) async throws {
        let ended = try await folder.inNamespaces(
            """
            mkfifo ready
            unshare --mount --propagation private sh -euc '
                umask 077
                mount -t tmpfs none /mnt
                echo > /mnt/file
                chown 65534:65534 /mnt/file
                echo > ready
                exec sleep 60
            ' &
            read -r line < ready || true
            exec "$1" can \(word) /proc/$!/root/mnt/file \(value)
            """
        )
        #expect(ended.status == status, "\(ended)")
    }

    @Test func `The group of a file may be asked by a relative path`() async throws {
        try folder.file("file")
        #expect(try await folder.warrant("can", "group", "file", "root").status == 0)
        #expect(try await folder.warrant("can", "group", "./file", "adm").status == 1)
        #expect(try await folder.warrant("can", "group", "adm").status == 0)
    }

    @Test(arguments: [
        ("sysctl: kernel.none, equals: 1", 1, "does not exist in this kernel"),
        ("sysctl: net.ipv4, equals: 1", 1, "does not exist in this kernel"),
        ("sysctl: kernel.ostype, at-least: 1", 2, "is `Linux`, which is not one number"),
        ("user: nobody", 0, "has uid 65534"), ("user: nosuch", 1, "does not exist here"),
        ("group: adm", 0, "has gid 4"), ("group: nosuch", 1, "does not exist here"),
        ("owner: /none, is: root", 1, "does not exist"),
        ("owner: /etc/passwd/x, is: root", 1, "does not exist"),
        ("owner: /etc/passwd, is: nosuch", 1, "user `nosuch` does not exist here"),
        ("group: /etc/passwd, is: nosuch", 1, "group `nosuch` does not exist here"),
        ("owner: /etc/passwd, is: daemon", 1, "is owned by `root`"),
        ("group: /etc/passwd, is: \"1\"", 1, "belongs to the group `root`"),
        ("mode: /etc/passwd, at-most: \"0640\"", 1, "has mode 0644"),
        ("member: daemon, of: adm", 1, "user `daemon` is not a member of `adm`"),
        ("member: nosuch, of: adm", 1, "user nosuch does not exist here"),
    ])
    func `The report states the value that was found`(
        requirement: String,
        status: Int,
        message: String
    ) async throws {
        try folder.policy(requirement)
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(ended.status == status)
        #expect(ended.output.contains(" \(message)\n"), "\(ended.output)")
    }

    @Test func `Owner and mode are not known if the file cannot be reached`() async throws {
        try folder.folder("closed", mode: 0o700)
        try folder.file("closed/file")
        let path = folder.path(of: "closed/file")
        for question in [["owner", path, "root"], ["mode", path, "0644"]] {
            let command = Caller.nobody.command + [try await folder.sharedProgram(), "can"]
            let ended = try await folder.run(command + question)
            #expect(ended.status == 2)
            #expect(ended.output.contains("Permission denied"), "\(ended.output)")
        }
    }

    @Test func `A setting is not known if proc shows no settings`() async throws {
        let ended = try await folder.inNamespaces(
            """
            mount -t proc -o subset=pid proc /proc
            exec "$1" can sysctl-at-least kernel.none 1
            """
        )
        #expect(ended.status == 2, "\(ended)")
    }

    /// Without the package, there is no such user and nothing to check.
    @Test func `A failed condition makes a requirement not applicable`() async throws {
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: p
            require:
              - { read: /etc/passwd, as: nosuch, when: { user: nosuch } }
              - { read: /etc/passwd, when: { group: nosuch } }
              - { read: /etc/passwd, when: { member: nosuch, of: adm } }
              - { read: /etc/passwd, when: { owner: /none, is: nosuch } }
              - { read: /etc/passwd, when: { mode: /none, at-most: '0600' } }
              - { read: /etc/passwd, when: { sysctl: kernel.none, equals: 1 } }
              - read: /etc/passwd
            """
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(ended.status == 0, "\(ended.output)")
        let sum = "\nthe requirement holds; 6 not applicable\n"
        #expect(ended.output.hasSuffix(sum), "\(ended.output)")
    }

    private static let questions = [
        ["owner", "FILE", "daemon"], ["group", "FILE", "adm"], ["mode", "FILE", "0600"],
        ["mode-at-most", "FILE", "0440"], ["sysctl", "net.ipv4.ip_forward", "1"],
        ["sysctl-at-least", "net.ipv4.ip_forward", "1"], ["user", "shop"], ["group", "shop"],
        ["member", "daemon", "adm"],
    ]

    /// The remedy is applied in separate namespaces. The same question is then answered with yes.
    @Test(arguments: questions)
    func `The first remedy makes the answer yes`(question: [String]) async throws {
        try folder.file("file", mode: 0o644)
        let path = folder.path(of: "file")
        let words = question.map { $0 == "FILE" ? path : $0 }.joined(separator: " ")
        let ended = try await folder.inNamespaces(
            """
            cp -a /etc etc; mount --bind etc /etc; rm -f /etc/.pwd.lock
            unshare --net sh -euc '
              mount -t proc proc /proc
              # A new namespace takes the value from the first, where a container may have changed it.
              echo 0 > /proc/sys/net/ipv4/ip_forward
              "$1" can \(words) --format json > answer && exit 9
              remedy=$(jq -r ".reasons[0].remedies[0].change" answer)
              eval "$remedy" > remedied 2>&1 || { cat remedied; exit 8; }
              exec "$1" can \(words)
            ' sh "$1"
            """
        )
        #expect(ended.status == 0, "\(ended)")
    }

    @Test(arguments: [
        (["owner", "FILE", "daemon"], "chattr +i"), (["mode", "FILE", "0600"], "chattr +i"),
        (["mode", "FILE", "0600"], "mount --bind . . && mount -o remount,bind,ro ."),
    ])
    func `No remedy is offered for an immutable or read-only file`(
        question: [String],
        obstacle: String
    ) async throws {
        let words = question.map { $0 == "FILE" ? "$PWD/file" : $0 }.joined(separator: " ")
        let change = obstacle.hasPrefix("chattr") ? "\(obstacle) file" : obstacle
        let ended = try await folder.inNamespaces(
            """
            truncate -s 16M image; mkfs.ext4 -q image; mkdir disk; mount -o loop image disk
            cd disk; touch file; \(change)
            cd "$PWD"; exec "$1" can \(words)
            """
        )
        #expect(ended.status == 1, "\(ended)")
        #expect(!ended.output.contains("would help"), "\(ended)")
    }

    @Test func `No remedy is offered for read-only settings`() async throws {
        let ended = try await folder.inNamespaces(
            """
            mount --bind /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys
            exec "$1" can sysctl-at-least net.ipv4.ip_forward 9
            """
        )
        #expect(ended.status == 1, "\(ended)")
        #expect(!ended.output.contains("sysctl --write"), "\(ended)")
    }

    @Test func `Facts about the state of the host are recorded`() async throws {
        try folder.file("file")
        let path = folder.path(of: "file")
        try folder.policy(
            "owner: \(path), is: root",
            "group: \(path), is: root",
            "mode: \(path), at-most: '0666'",
            "mode: /none, exactly: '0600'",
            "sysctl: net.ipv4.ip_forward, at-least: 0",
            "sysctl: fs.protected_fifos, at-least: 9",
            "sysctl: kernel.none, equals: 1",
            "user: daemon",
            "user: nosuch",
            "group: adm",
            "group: nosuch",
            "member: daemon, of: daemon",
            "member: daemon, of: adm"
        )
        _ = try await folder.recorded("policy.yaml")
    }

    @Test(arguments: [
        ("owner: /x", "4:7: `owner` needs an `is:`"),
        ("owner: x, is: root", "4:14: `x` is not an absolute path; begin it with `/`"),
        (
            "group: /x",
            "4:7: `group` needs an `is:`; name the group of the file, such as `root`"
        ),
        (
            "group: adm, is: root",
            "4:23: `adm` is not a path, and `is` needs the path of a file; "
                + "write `group: /PATH` for a file, or leave out `is`"
        ),
        ("group: 4", "4:14: `4` is no name of a group; write the name, as `getent` shows it"),
        (
            "mode: /x",
            "4:7: `mode` needs an `at-most:`; write `at-most: \"0640\"`, or `exactly`"
        ),
        (
            "mode: /x, at-most: '0640', exactly: '0600'",
            "4:43: `at-most` and `exactly` exclude each other; keep one of them"
        ),
        (
            "mode: /x, exactly: '0888'",
            "4:26: `exactly` takes a file mode, and `0888` is not one; "
                + "write it in octal digits and quotes, such as `\"0640\"`"
        ),
        (
            "sysctl: net.ipv4.ip_forward",
            "4:7: `sysctl` needs an `equals:`; write `equals: VALUE`, or `at-least: NUMBER`"
        ),
        (
            "sysctl: kernel/../x, equals: 1",
            "4:15: `kernel/../x` is no name of a setting; "
                + "write it as sysctl(8) does, such as `net.ipv4.ip_forward`"
        ),
        (
            "sysctl: kernel.x, at-least: many",
            "4:35: `many` is not a whole number; write it in digits, such as `1024`"
        ),
        (
            "user: root:x",
            "4:13: `root:x` is no name of a user; write the name, as `getent` shows it"
        ),
        ("member: daemon", "4:7: `member` needs an `of:`"),
    ])
    func `An invalid argument of a word is refused`(requirement: String, problem: String)
        async throws
    {
        try folder.policy(requirement)
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(ended.status == 65)
        #expect(ended.output.hasPrefix("policy.yaml:\(problem)"), "\(ended.output)")
    }
}
