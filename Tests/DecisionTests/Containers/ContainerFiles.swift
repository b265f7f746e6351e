import TestSupport

/// The files of a container, and the shell script that makes them in the folder of its bundle.
///
/// A call with a lasting effect has a file or an empty directory of its own, so that it changes no other answer.
struct ContainerFiles {
    private(set) var script = """
        set -e
        umask 022
        mkdir -p rootfs/usr rootfs/proc rootfs/dev rootfs/sys rootfs/shm rootfs/again rootfs/bound rootfs/w/inner
        mkdir -p bound inner rootfs/copied/d0 rootfs/etc rootfs/run rootfs/tmp
        touch rootfs/etc/hosts rootfs/etc/hostname rootfs/etc/resolv.conf rootfs/run/.containerenv
        cp /usr/bin/true rootfs/copied/x
        for name in bin lib lib64; do ln -s usr/$name rootfs/$name; done

        """
    private(set) var directories = [
        "/", "/w", "/dev", "/shm", "/again", "/bound", "/copied", "/copied/d0",
    ]
    private(set) var files = ["/usr/bin/true", "/copied/x"]
    private(set) var links: [String] = []
    private var freeFiles: [String] = []
    private var freeDirectories: [String] = []
    private var made = 0
    /// The attributes that would refuse the other changes.
    private var flags = ""

    /// The trees: their folders outside and their places inside.
    private static let tops = [("rootfs/w", "/w"), ("bound", "/bound"), ("inner", "/w/inner")]

    init(_ ids: ContainerIDs, _ random: inout SplitMix) {
        let root = random.chance(93) ? ids.outside(0) ?? 0 : 0
        script += "chown -R \(root):\(root) rootfs bound inner\n"
        for (folder, top) in Self.tops {
            for number in 0..<3 {
                let (outside, inside) = ("\(folder)/d\(number)", "\(top)/d\(number)")
                addFolder(outside, inside, ids, &random)
                directories.append(inside)
                own(outside, ids, Self.directoryModes, &random)
            }
            if random.chance(25) { own(folder, ids, Self.directoryModes, &random) }
        }
        for name in ["rootfs/copied/x", "rootfs/copied/d0"] {
            // A copy of another user's file can be refused to runc.
            let id = ids.outside(ids.inside(&random)) ?? 0
            script += "chown \(id):\(id) \(name)\n"
        }
        script += flags
        // A second view of the first tree, if it is mounted.
        directories += (0..<3).map { "/again/d\($0)" }
        files += ["/again/d0/x", "/again/d0/f", "/again/d1/s"]
        freeFiles.shuffle(using: &random)
        freeDirectories.shuffle(using: &random)
    }

    private static let fileModes = [
        0o000, 0o400, 0o440, 0o600, 0o640, 0o644, 0o666, 0o700, 0o711, 0o755, 0o4755, 0o2755, 0o007,
    ]
    /// Removes the attributes with which nothing can be removed.
    static let end = "chattr -R -f -ia rootfs bound inner upper; :"

    private static let directoryModes = [
        0o000, 0o500, 0o700, 0o711, 0o755, 0o755, 0o775, 0o777, 0o1777, 0o2777, 0o007,
    ]

    private mutating func own(
        _ path: String,
        _ ids: ContainerIDs,
        _ modes: [Int],
        _ random: inout SplitMix
    ) {
        script += "chown \(ids.owner(&random)):\(ids.owner(&random)) \(path)\n"
        script += "chmod \(String(random.pick(modes), radix: 8)) \(path)\n"
        guard random.chance(15) else { return }
        let entry = "\(random.pick(["u", "g"])):\(ids.owner(&random)):\(random.pick(Self.rights))"
        script += "setfacl -m \(entry),m::\(random.pick(Self.rights)) \(path)\n"
    }

    private static let rights = ["rwx", "rw", "rx", "r", "x", "-"]
    /// Attributes of a program. The second one counts in the user namespace of the first ids alone.
    private static let capabilities = ["", "-n 100000 "]

    private mutating func addFolder(
        _ outside: String,
        _ inside: String,
        _ ids: ContainerIDs,
        _ random: inout SplitMix
    ) {
        script += "mkdir \(outside)\ncd \(outside)\ncp /usr/bin/true x\necho text >f\n"
        script += "printf '#!/bin/sh\\n' >s\nln -s f near\nln -s \(inside)/x far\n"
        script += "ln -s ../../../../../../etc/none out\n"
        for name in ["x", "f", "s"] {
            files.append("\(inside)/\(name)")
            own(name, ids, Self.fileModes, &random)
        }
        links += ["near", "far", "out"].map { "\(inside)/\($0)" }
        if random.chance(20) {
            script += "setcap \(random.pick(Self.capabilities))cap_net_raw=ep x\n"
        }
        for number in 0..<3 {
            script += "echo text >v\(number)\nmkdir e\(number)\n"
            own("v\(number)", ids, Self.fileModes, &random)
            own("e\(number)", ids, Self.directoryModes, &random)
            if random.chance(8) {
                flags += "chattr +\(random.pick(["i", "a"])) \(outside)/v\(number)\n"
            }
            freeFiles.append("\(inside)/v\(number)")
            freeDirectories.append("\(inside)/e\(number)")
        }
        script += "cd - >/dev/null\n"
    }

    /// Returns a file that no other question changes.
    mutating func freeFile() -> String? { freeFiles.popLast() }
    mutating func freeDirectory() -> String? { freeDirectories.popLast() }

    /// Returns a name that is not there yet.
    mutating func newName(in folders: [String], _ random: inout SplitMix) -> String {
        made += 1
        let folder = random.pick(folders)
        return (folder == "/" ? "" : folder) + "/new-\(made)"
    }
}
