import AccessModel
import Kernel
import TestSupport

extension RandomFiles {
    static let capabilities: [KernelCapability] = [
        .dacOverride, .dacReadSearch, .fowner, .fsetid, .chown, .mknod,
    ]

    mutating func subject() -> Credentials {
        let ids = IDMap([IDMap.Range(inside: 0, outside: 0, count: UInt32(7 + random.below(3)))])
        return Credentials(
            user: random.pick([0, 7, 8]),
            group: random.pick([0, 7, 8]),
            groups: random.some(of: [0, 7, 8, 9], percent: 25),
            effective: KernelCapabilitySet(random.some(of: Self.capabilities, percent: 10)),
            namespace: random.chance(15) ? UserNamespace(users: ids, groups: ids) : .initial
        )
    }

    mutating func question() -> FileQuestion {
        let operation: FileOperation =
            switch random.below(10) {
            case 0: .rename(to: path())
            case 1: .link(to: path())
            default: random.pick(Self.operations)
            }
        return FileQuestion(
            operation,
            path(),
            follow: random.chance(70) ? nil : random.chance(50)
        )
    }

    private static let operations: [FileOperation] =
        (0..<8).map { .access(Permissions(rawValue: $0)) }
        + [.read, .write, .readWrite, .append, .truncate, .create].map { .open($0) }
        + CreatedKind.allCases.map { .create($0) }
        + [DeletedKind.file, .directory, .whicheverFits].map { .delete($0) }
        + [0, 7, 8].flatMap { [.changeOwner($0), .changeGroup($0)] }
        + [
            .truncate, .execute(from: nil), .search, .list, .stat, .readLink, .changeMode,
            .touch(now: true),
            .touch(now: false), .setAttribute, .setList,
        ]
}
