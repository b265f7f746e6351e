import Glibc
import TestSupport
import Testing

/// A tree with random modes, owners and access lists.
struct RandomTree {
    /// All paths below the folder, each directory before its contents.
    private(set) var paths: [String] = []
    private var directories: [String] = []
    private var random: SplitMix

    private static let ids: [UInt32] = [0, 0, 1, 33, 65534]
    private static let modes: [mode_t] = [
        0o777, 0o755, 0o750, 0o711, 0o700, 0o644, 0o640, 0o604, 0o664, 0o060, 0o007, 0o1777, 0o1775,
        0o444, 0o111, 0,
    ]

    init(in folder: TemporaryFolder, seed: UInt64, count: Int) async throws {
        random = SplitMix(seed: seed)
        directories = [try folder.folder("tree", mode: 0o755)]
        for index in 0..<count {
            guard let parent = directories.randomElement(using: &random) else { break }
            let path = "\(parent)/\(index)"
            try make(path)
            paths.append(path)
        }
        for path in paths { try await dress(path, folder) }
    }

    private mutating func make(_ path: String) throws {
        switch UInt8.random(in: 0..<10, using: &random) {
        case 0..<4:
            try #require(unsafe mkdir(path, 0o700) == 0)
            directories.append(path)
        case 4: try #require(unsafe symlink("0", path) == 0)
        case 5: try #require(unsafe mkfifo(path, 0o600) == 0)
        default: close(unsafe creat(path, 0o600))
        }
    }

    /// Sets owners, modes and lists. They come last, because they could prevent making the tree.
    private mutating func dress(_ path: String, _ folder: TemporaryFolder) async throws {
        let uid = Self.ids.randomElement(using: &random) ?? 0
        let gid = Self.ids.randomElement(using: &random) ?? 0
        try #require(unsafe lchown(path, uid, gid) == 0)
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0)
        guard status.st_mode & S_IFMT != S_IFLNK else { return }
        try #require(unsafe chmod(path, Self.modes.randomElement(using: &random) ?? 0) == 0)
        guard UInt8.random(in: 0..<3, using: &random) == 0 else { return }
        let rights = ["---", "r--", "-w-", "--x", "rw-", "r-x", "rwx"]
        var entries: [String] = []
        for tag in ["u:1", "u:33", "g:33", "g:65534", "m:"] where Bool.random(using: &random) {
            let letters = rights.randomElement(using: &random) ?? "---"
            entries.append("\(tag):\(letters)")
        }
        guard !entries.isEmpty else { return }
        let list = entries.joined(separator: ",").replacing("m::", with: "m:")
        try #require(try await folder.run(["setfacl", "--modify", list, path]) == Ended(0))
    }
}
