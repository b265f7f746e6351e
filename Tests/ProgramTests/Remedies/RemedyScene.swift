import TestSupport

/// A random tree of files as lines of bash(1) that make it in a separate mount namespace.
struct RemedyScene {
    /// Names with characters that have a meaning in a shell.
    private static let names = [
        "plain", "with space", "it's", "-dash", "$HOME", "star*", #"back\slash"#, "new\nline",
        "\ttab",
        #""quoted""#, "é", "\u{202e}ltr", "a;b", "`id`", "!bang", "~", "#no", "user:x",
        "\u{1b}[31m",
    ]
    static let users = [0, 33, 33, 4242, 4242]
    /// The last group has no name.
    static let groups = [0, 4, 8, 4242]

    private(set) var script: [String]
    private(set) var directories: [String]
    private(set) var files: [String] = []
    /// The files in a sticky directory that every user may write.
    private(set) var stickyFiles: [String] = []
    private(set) var random: SplitMix
    private var isMounted: Set<String> = []

    init(seed: UInt64, at folder: String) {
        random = SplitMix(seed: seed)
        script = ["mount -t tmpfs -o mode=755 scene \(folder.hexQuoted)"]
        directories = [folder]
        for _ in 0..<3 { addDirectory() }
        let all = Array(directories.dropFirst())
        for path in all { fill(path) }
        for path in files + all { setPermissions(of: path) }
        for path in random.some(of: files + all, percent: 30) {
            let word = path.hexQuoted
            let isKept = "[ -L \(word) -o ! -f \(word) -a ! -d \(word) ]"
            script.append("\(isKept) || chattr \(random.pick(["+i", "+a", "+a"])) \(word)")
        }
        addStickyFiles()
        for path in all where isMounted.contains(path) { restrict(path) }
    }

    private mutating func addDirectory() {
        let path = newPath(in: random.pick(directories))
        directories.append(path)
        script.append("mkdir \(path.hexQuoted)")
        guard random.chance(70) else { return }
        isMounted.insert(path)
        script.append("mount -t tmpfs scene \(path.hexQuoted)")
    }

    private mutating func addStickyFiles() {
        let directory = newPath(in: directories[0])
        script.append("mkdir \(directory.hexQuoted) && chmod 1777 \(directory.hexQuoted)")
        for owner in Self.users.dropFirst() {
            let path = "\(directory)/\(stickyFiles.count)"
            stickyFiles.append(path)
            script.append("touch \(path.hexQuoted) && chown \(owner) \(path.hexQuoted)")
        }
    }

    mutating func newPath(in directory: String) -> String {
        while true {
            let path = "\(directory)/\(random.pick(Self.names))"
            if !files.contains(path), !directories.contains(path) { return path }
        }
    }

    private mutating func fill(_ directory: String) {
        // No link leads out of the scene, because root makes the calls.
        let link = "ln -s \(random.pick(directories + files).hexQuoted)"
        let makers = ["cp /bin/true", "cp /bin/true", link, "mkfifo", "mkdir"]
        for maker in makers where random.chance(70) {
            let path = newPath(in: directory)
            files.append(path)
            script.append("\(maker) \(path.hexQuoted)")
            // Opening both ends keeps a later open from waiting.
            if maker == "mkfifo" { script.append("exec {end}<>\(path.hexQuoted)") }
        }
        let device = newPath(in: directory)
        files.append(device)
        script.append("mknod \(device.hexQuoted) c 1 3")
    }

    private mutating func setPermissions(of path: String) {
        let word = path.hexQuoted
        // A directory that refuses every user would hide all other refusals.
        let open = directories.contains(path) && random.chance(70) ? 0o111 : 0
        let bits = random.chance(25) ? 0o770 : random.chance(40) ? 0o777 : random.below(0o1000)
        let mode = String(bits | open | (random.chance(15) ? 0o1000 : 0), radix: 8)
        script.append("chown -h \(random.pick(Self.users)):\(random.pick(Self.groups)) \(word)")
        // The target of a link is not part of the scene.
        script.append("[ -L \(word) ] || chmod \(mode) \(word)")
        guard random.chance(30) else { return }
        var entries = ["user:\(random.pick(Self.users)):\(letters())"]
        entries += ["group:\(random.pick(Self.groups)):\(letters())", "group::\(letters())"]
        if random.chance(50) { entries.append("mask::\(letters())") }
        script.append("[ -L \(word) ] || setfacl -m \(entries.joined(separator: ",")) \(word)")
    }

    private mutating func letters() -> String {
        random.pick(["---", "r--", "-w-", "--x", "rw-", "r-x", "-wx", "rwx"])
    }

    private mutating func restrict(_ path: String) {
        let options = random.some(of: ["ro", "noexec", "nodev", "nosymfollow"], percent: 35)
        if !options.isEmpty {
            let list = options.joined(separator: ",")
            script.append("mount -o remount,bind,\(list) \(path.hexQuoted)")
        }
        // The file system itself becomes read-only, regardless of the mount.
        if random.chance(15) { script.append("mount -o remount,ro \(path.hexQuoted)") }
    }
}

extension String {
    /// The string as a word of bash(1), independent of the program's own quoting rules.
    var hexQuoted: String {
        "$'"
            + utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
}
