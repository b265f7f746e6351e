import AccessModel
import Kernel
import TestSupport

/// A small random tree of files with all facts known. A law makes a new ``FileTree`` from it as often as it needs one.
struct RandomFiles {
    struct File {
        var place: Place
        let isMountPoint: Bool
        let name: [UInt8]
        let parent: Int
        let mount: Int
        var list: [ListEntry]?
        var target: [UInt8]?
        var program: Program
        var isSwap: Bool
        var hasKey: Bool?
        var layer: OverlayLayer?
        var refusesLinks: Bool
    }

    static let names = ["a", "b", "c", "d"].map { Array($0.utf8) }

    var files: [File] = []
    var mounts: [Mount] = []
    var settings = FileSettings()
    var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        settings = FileSettings(
            protectedSymlinks: random.below(2),
            protectedHardlinks: random.below(2),
            protectedRegular: random.below(3),
            protectedFifos: random.below(3)
        )
        mounts = [mount()]
        files = [file(.directory, [], in: 0, on: 0)]
        files[0].place.isMountRoot = false
        var next = 0
        while next < files.count, files.count < 24 {
            if files[next].place.kind == .directory { fill(next) }
            next += 1
        }
    }

    private mutating func fill(_ parent: Int) {
        for name in random.some(of: Self.names, percent: 70) {
            let kind = random.weigh([
                (8, FileKind.directory), (8, .regular), (3, .symbolicLink), (1, .fifo),
                (1, .socket), (1, .characterDevice),
            ])
            var mount = files[parent].mount
            let isMounted = kind == .directory && random.chance(15)
            if isMounted {
                mounts.append(self.mount())
                mount = mounts.count - 1
            }
            var file = file(kind, name, in: parent, on: mount)
            file.place.isMountRoot = isMounted
            files.append(file)
        }
    }

    private mutating func mount() -> Mount {
        let all: [MountFlags] = [
            .readOnly, .noExec, .noDev, .noSuid, .noSymlinkFollow, .superblockReadOnly,
        ]
        var rules = FileSystemRules.generic
        rules.hasAccessLists = random.chance(80)
        if random.chance(5) { rules.permission = random.pick([.procSys, .elsewhere]) }
        if random.chance(5) { rules.names = random.pick([.fixed, .fixedAndSeen, .elsewhere]) }
        let ids =
            random.chance(20)
            ? IDMap([IDMap.Range(inside: 0, outside: 0, count: 9)]) : nil
        return Mount(
            flags: MountFlags(random.some(of: all, percent: 8)),
            rules: rules,
            fileSystem: random.chance(5) ? "squashfs" : random.chance(10) ? "xfs" : "ext4",
            users: ids,
            groups: ids,
            layers: random.chance(20) ? layers() : nil
        )
    }

    private mutating func layers() -> OverlayLayers {
        let upper: OverlayLayers.Upper = random.pick([.writable, .readOnly, .immutable])
        return OverlayLayers(
            upper: upper,
            movesDirectories: random.chance(30),
            upperSetsLists: !random.chance(10),
            lowerSetsLists: random.chance(70),
            isUpperXFS: random.chance(30),
            mayFailToCopy: random.chance(10)
        )
    }

    private mutating func file(
        _ kind: FileKind,
        _ name: [UInt8],
        in parent: Int,
        on mount: Int
    ) -> File {
        var place = Place(
            kind,
            mode: mode(kind),
            uid: owner(),
            gid: owner(),
            isImmutable: random.chance(5),
            isAppendOnly: random.chance(5),
            hasAmbiguousOwner: random.chance(3),
            isEncrypted: random.chance(5),
            inode: UInt64(files.count),
            deviceNumber: DeviceNumber(major: 1, minor: random.chance(50) ? 3 : 1)
        )
        if random.chance(5) { place.verity = random.pick([.sealed, .unsupported]) }
        let hasList = kind != .symbolicLink && mounts[mount].rules.hasAccessLists
        let list = hasList && random.chance(40) ? list(place.mode) : nil
        return File(
            place: place,
            isMountPoint: random.chance(2),
            name: name,
            parent: parent,
            mount: mount,
            list: list,
            target: kind == .symbolicLink ? path() : nil,
            program: program(),
            isSwap: random.chance(3),
            hasKey: random.pick([true, true, false, nil]),
            layer: random.pick([
                .upper, .upper, .merged, .perhapsMerged, .lower, .lowerOrCopied, nil,
            ]),
            refusesLinks: random.chance(20)
        )
    }

    private mutating func mode(_ kind: FileKind) -> UInt16 {
        guard kind != .symbolicLink else { return 0o777 }
        // A directory without search permission for any user would hide everything below it.
        let open: UInt16 = kind == .directory && random.chance(70) ? 0o111 : 0
        let special: UInt16 = random.chance(25) ? UInt16(random.below(8)) << 9 : 0
        return UInt16(random.below(0o1000)) | open | special
    }

    private mutating func owner() -> UInt32 { random.chance(3) ? noID : random.pick([0, 7, 8, 9]) }

    private mutating func permissions() -> Permissions {
        Permissions(rawValue: UInt8(random.below(8)))
    }

    /// The mode's bits are those of the owner, the mask and the others.
    private mutating func list(_ mode: UInt16) -> [ListEntry] {
        let bits = { (shift: UInt16) in Permissions(rawValue: UInt8(mode >> shift & 7)) }
        var list = [ListEntry(.owner, bits(6))]
        for user in random.some(of: [0, 7, 8, 9] as [UInt32], percent: 40) {
            list.append(ListEntry(.user(user), permissions()))
        }
        list.append(ListEntry(.owningGroup, permissions()))
        for group in random.some(of: [0, 7, 8, 9] as [UInt32], percent: 40) {
            list.append(ListEntry(.group(group), permissions()))
        }
        return list + [ListEntry(.mask, bits(3)), ListEntry(.other, bits(0))]
    }

    private mutating func program() -> Program {
        Program(
            random.weigh([
                (4, .elf(interpreter: nil)), (1, .elf(interpreter: path())),
                (1, .script(interpreter: path())), (1, .unknown),
            ])
        )
    }

    mutating func path() -> [UInt8] {
        var path: [UInt8] = []
        for _ in 0...random.below(3) { path += random.pick(Self.components) }
        return random.chance(5) ? path + [UInt8(ascii: "/")] : path
    }

    private static let components = [
        "/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c", "/d", "/.", "/..",
    ]
    .map { Array($0.utf8) }
}
