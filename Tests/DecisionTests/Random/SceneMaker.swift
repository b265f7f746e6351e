import TestSupport

/// Makes a scene from a seed. The same seed gives the same scene.
struct SceneMaker {
    var random: SplitMix
    var scene: Scene
    /// The entries that paths below the tree lead to, without links.
    var visible: [Visible] = []
    /// The nodes that no question names.
    var unnamed: Set<Int> = []
    var nextName = 0

    struct Visible {
        let path: String
        let node: Int
        let mount: Int
    }

    static let uids: [UInt32] = [0, 0, 1000, 1000, 1001, 1002, 2000, 65534, 100_000, 101_000]
    static let gids: [UInt32] = [0, 0, 100, 1000, 1001, 2000, 65534, 100_000, 101_000]

    init(seed: UInt64, folder: String) {
        random = SplitMix(seed: seed)
        scene = Scene(folder: folder)
    }

    static func scene(seed: UInt64, folder: String, questions: Int) -> Scene {
        var maker = SceneMaker(seed: seed, folder: folder)
        maker.makeSettings()
        maker.makeNamespaces()
        maker.makeTrees()
        maker.makeMounts()
        maker.makeQuestions(questions)
        return maker.scene
    }

    private mutating func makeSettings() {
        scene.settings = [
            ("protected_symlinks", random.below(2)), ("protected_hardlinks", random.below(2)),
            ("protected_regular", random.below(3)), ("protected_fifos", random.below(3)),
        ]
    }

    private mutating func makeTrees() {
        makeTree(Base(kind: .disk), size: 150)
        makeTree(Base(kind: .tmpfs), size: 60)
        makeTree(Base(kind: .overlay), size: 40)
        makeTree(Base(kind: .tmpfs, isReadOnly: true), size: 30)
        makeTree(Base(kind: .overlay, isReadOnly: true), size: 30)
    }

    /// Makes user namespaces. The first two map the ids of subjects and of some files; the others are random.
    private mutating func makeNamespaces() {
        typealias Range = UserNamespace.Range
        let one = Range(inside: 0, host: 100_000, count: 65_536)
        let few = [
            Range(inside: 0, host: 1000, count: 1), Range(inside: 1, host: 100_000, count: 2000),
            Range(inside: 65_534, host: 65_534, count: 1),
        ]
        scene.userNamespaces = [
            UserNamespace(uids: [one], gids: [one]), UserNamespace(uids: few, gids: few),
            UserNamespace(
                uids: [Range(inside: 0, host: 0, count: 4_294_967_295)],
                gids: [Range(inside: 0, host: 0, count: 4_294_967_295)]
            ),
        ]
        for _ in 0..<4 {
            scene.userNamespaces.append(UserNamespace(uids: ranges(), gids: ranges()))
        }
    }

    /// Returns some ranges that do not overlap on either side.
    private mutating func ranges() -> [UserNamespace.Range] {
        let sizes: [UInt32] = [1, 1, 2, 500]
        let insides: [UInt32] = [0, 1000, 2000, 65_534, 100_000, 101_000].shuffled(using: &random)
        let hosts: [UInt32] = [0, 1000, 2000, 65_534, 100_000, 101_000].shuffled(using: &random)
        return (0..<(1 + random.below(6))).map { index in
            let count = insides[index] == 65_534 || hosts[index] == 65_534 ? 1 : random.pick(sizes)
            return UserNamespace.Range(inside: insides[index], host: hosts[index], count: count)
        }
    }
}
