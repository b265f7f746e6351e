import Capabilities
import LinuxCapabilities

// States of the host, of which each question is about one thing.
extension Relations {
    static let ofFileProperties = Relations(
        of: FileProperty.self,
        implied: { $0.implied },
        isPossible: { file, _ in file.isOrdinary },
        isPossibleBeside: { file, _, other in
            switch other.question {
            case let another as FileProperty: file.isApart(from: another)
            case is KernelSetting, is SystemdUnit: true
            default: false
            }
        }
    )

    static let ofAccounts = Relations(
        of: HostAccount.self,
        implied: { account in
            guard case .member(let user, let group) = account.kind else { return [] }
            return [HostAccount(.user(user)), HostAccount(.group(group))]
        },
        isPossible: { account, isGranted in isGranted || !account.isOfRoot },
        isPossibleBeside: { account, _, other in
            switch other.question {
            case let another as HostAccount: account.names.isDisjoint(with: another.names)
            case is KernelSetting, is SystemdUnit: true
            default: false
            }
        }
    )

    static let ofSettings = Relations(
        of: KernelSetting.self,
        implied: { setting in
            guard case .equals(let value) = setting.bound, let number = Int64(value) else {
                return []
            }
            return [KernelSetting(setting.setting, .atLeast(number))]
        },
        // Whether the kernel has it, and takes the value, depends on the setting.
        isPossible: { _, isGranted in !isGranted },
        isPossibleBeside: { setting, _, other in
            switch other.question {
            case let another as KernelSetting: setting.setting != another.setting
            case is FileProperty, is HostAccount, is SystemdUnit: true
            default: false
            }
        }
    )
}

extension FileProperty {
    /// The mode is no more than itself, and no more than what has one bit more.
    fileprivate var implied: [any Capability] {
        switch property {
        case .mode(let mode): [FileProperty(.modeAtMost(mode), of: path)]
        case .modeAtMost(let mode):
            (0..<12).map { UInt16(1) << $0 }.filter { mode & $0 == 0 }
                .map { FileProperty(.modeAtMost(mode | $0), of: path) }
        case .owner, .group: []
        }
    }

    /// Whether two files, or two things about one file, have nothing to do with each other.
    fileprivate func isApart(from other: FileProperty) -> Bool {
        // One path may lead to the other's file, or through it.
        path == other.path && aspect != other.aspect
    }

    /// Whether a host may have any file there, or none: the kernel decides what is in its own file systems.
    fileprivate var isOrdinary: Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let first = names.first, !["proc", "sys", "dev"].contains(first) else { return false }
        return !names.contains(".") && !names.contains("..")
    }

    private var aspect: Int {
        switch property {
        case .owner: 0
        case .group: 1
        case .mode, .modeAtMost: 2
        }
    }
}

extension HostAccount {
    fileprivate var names: Set<String> {
        switch kind {
        case .user(let name): ["user \(name)"]
        case .group(let name): ["group \(name)"]
        case .member(let user, let group): ["user \(user)", "group \(group)"]
        }
    }

    /// Whether it is about the user or group that every host has.
    fileprivate var isOfRoot: Bool { names.contains("user root") || names.contains("group root") }
}
