import Kernel
import ServiceModel

/// Random seccomp filters that a process loads by itself.
enum LoadedFilterSettings {
    /// The lines of a file for SeccompJudge, each a filter.
    static func lines(_ random: inout SplitMix) -> [String] {
        (0...random.below(3)).map { _ in
            filter(&random).map {
                "\($0.code) \($0.skipIfTrue) \($0.skipIfFalse) \($0.operand)"
            }.joined(separator: " ")
        }
    }

    private static let permits: UInt32 = 0x7FFF_0000

    private static func filter(_ random: inout SplitMix) -> [FilterInstruction] {
        var all: [FilterInstruction] = []
        if random.chance(60) {
            all += [
                FilterInstruction(0x20, 4),
                FilterInstruction(0x15, SystemCallNumber.architecture, 1, 0),
                FilterInstruction(0x06, 0x8000_0000),
            ]
        }
        all.append(FilterInstruction(0x20, 0))
        for number in needed { all += rule(number, permits) }
        let isAllowList = random.chance(35)
        if isAllowList {
            for group in groups where random.chance(75) {
                for call in group where random.chance(97) {
                    all += rule(call, permits, &random, conditions: 5)
                }
            }
        } else {
            for _ in 0...random.below(6) {
                var calls = random.one(of: groups)
                if random.chance(40) { calls = [random.one(of: calls)] }
                let effect = action(&random)
                for call in calls { all += rule(call, effect, &random, conditions: 30) }
            }
        }
        all.append(FilterInstruction(0x06, isAllowList ? refusal(&random) : permits))
        return all
    }

    private static func rule(_ number: UInt32, _ action: UInt32) -> [FilterInstruction] {
        [FilterInstruction(0x15, number, 0, 1), FilterInstruction(0x06, action)]
    }

    /// - Parameter conditions: The percentage of rules about an argument.
    private static func rule(
        _ call: String,
        _ action: UInt32,
        _ random: inout SplitMix,
        conditions: Int
    ) -> [FilterInstruction] {
        guard let number = SystemCallNumber.of(call) else { return [] }
        let isSocket = call == "socket"
        guard random.chance(isSocket ? 80 : conditions) else { return rule(number, action) }
        let argument = isSocket && random.chance(90) ? 0 : random.below(4)
        let value: UInt32 =
            isSocket
            ? random.one(of: [1, 2, 10, 17]) : random.one(of: [0, 1, 2, 64, 438, 511, 0xFFFF_FF9C])
        let condition = random.one(of: [0x15, 0x15, 0x25, 0x35, 0x45] as [UInt16])
        let isHigh = random.chance(5)
        return [
            FilterInstruction(0x15, number, 0, 4),
            FilterInstruction(0x20, UInt32(16 + 8 * argument + (isHigh ? 4 : 0))),
            FilterInstruction(condition, value, 0, 1), FilterInstruction(0x06, action),
            FilterInstruction(0x20, 0),
        ]
    }

    private static func refusal(_ random: inout SplitMix) -> UInt32 {
        random.one(of: [
            0x0005_0001, 0x0005_0001, 0x0005_000D, 0x0005_0026, 0x0005_FFFF, 0x0003_0000,
            0x0000_0000, 0x8000_0000, 0x4321_0000,
        ])
    }

    private static func action(_ random: inout SplitMix) -> UInt32 {
        if random.chance(15) { return 0x7FFC_0000 }
        if random.chance(10) { return random.one(of: [0x0005_0000, 0x7FF0_0000, 0x7FC0_0000]) }
        return refusal(&random)
    }

    /// The ways of a use, which are often filtered together.
    private static let groups = [
        ["open", "openat", "openat2", "creat"], ["getdents", "getdents64"],
        ["access", "faccessat", "faccessat2"], ["truncate"], ["chdir"], ["execveat"],
        ["stat", "lstat", "newfstatat", "statx"], ["readlink", "readlinkat"],
        ["mkdir", "mkdirat"], ["symlink", "symlinkat"], ["mknod", "mknodat"],
        ["unlink", "unlinkat", "rmdir"], ["rename", "renameat", "renameat2"], ["link", "linkat"],
        ["chmod", "fchmod", "fchmodat", "fchmodat2"], ["chown", "lchown", "fchown", "fchownat"],
        ["utime", "utimes", "futimesat", "utimensat"], ["socket"], ["connect"], ["bind"],
        ["socket", "connect", "bind"],
    ]

    /// What SeccompJudge and the caller need: read, write, clone, wait4, exit, exit_group, rt_sigreturn, prctl, execve.
    private static var needed: [UInt32] {
        #if arch(x86_64)
            [0, 1, 56, 61, 60, 231, 15, 157, 59]
        #else
            [63, 64, 220, 260, 93, 94, 139, 167, 221]
        #endif
    }
}
