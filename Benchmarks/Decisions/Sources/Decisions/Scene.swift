import AccessModel
import Kernel

/// 10,000 files, a hundred in a directory, of some owners and modes, one in twenty with an access list;
/// and 500 subjects. The same every time.
struct Scene {
    let tree: FileTree
    private var random = SplitMix(state: 4)
    private var paths: [[UInt8]] = []
    private var subjects: [Credentials] = []

    init() {
        let root = Place(.directory, mode: 0o755, uid: 0, gid: 0)
        tree = FileTree(root: root, on: Mount(), settings: FileSettings())
        let top = directory("srv", in: tree.root)
        let shared = directory("scene", in: top)
        for number in 0..<100 { fill(directory("directory-\(number)", in: shared)) }
        for number in 0..<500 { subjects.append(subject(number)) }
    }

    mutating func questions(_ count: Int) -> [Asked] {
        (0..<count).map { _ in
            let operation = operations[random.below(operations.count)]
            let path = paths[random.below(paths.count)]
            return Asked(FileQuestion(operation, path), subjects[random.below(subjects.count)])
        }
    }

    private let operations: [FileOperation] = [
        .open(.read), .open(.read), .open(.read), .open(.write), .access([.read, .write]), .stat,
        .delete(.file), .create(.file), .changeMode, .truncate,
    ]

    private mutating func directory(_ name: String, in parent: PlaceID) -> PlaceID {
        let place = Place(.directory, mode: 0o755, uid: 0, gid: UInt32(random.below(40)))
        return tree.add(place, named: Array(name.utf8), in: parent, mount: 0)
    }

    private mutating func fill(_ directory: PlaceID) {
        let modes: [UInt16] = [0o644, 0o600, 0o640, 0o660, 0o666, 0o444]
        for number in 0..<100 {
            let place = Place(
                .regular,
                mode: modes[random.below(modes.count)],
                uid: 1000 + UInt32(random.below(500)),
                gid: UInt32(random.below(40))
            )
            let list: [ListEntry]? =
                random.below(20) > 0
                ? nil
                : [
                    ListEntry(.owner, [.read, .write]), ListEntry(.user(1007), .read),
                    ListEntry(.owningGroup, .read), ListEntry(.group(7), [.read, .write]),
                    ListEntry(.mask, [.read, .write]), ListEntry(.other, []),
                ]
            let name = Array("file-\(number).txt".utf8)
            let id = tree.add(place, named: name, in: directory, mount: 0, list: list)
            paths.append(Array(tree.path(of: id).utf8))
        }
    }

    private mutating func subject(_ number: Int) -> Credentials {
        let groups = (0..<random.below(12)).map { _ in UInt32(random.below(40)) }
        let capabilities: [KernelCapability] = number % 50 == 0 ? [.dacOverride, .fowner] : []
        return Credentials(
            user: 1000 + UInt32(number),
            group: UInt32(random.below(40)),
            groups: groups,
            effective: KernelCapabilitySet(capabilities)
        )
    }
}

/// A class, so that asking does not copy it.
final class Asked {
    let question: FileQuestion
    let subject: Credentials

    init(_ question: FileQuestion, _ subject: Credentials) {
        self.question = question
        self.subject = subject
    }
}

/// See Steele, Lea and Flood, 2014.
struct SplitMix {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(limit))
    }
}
