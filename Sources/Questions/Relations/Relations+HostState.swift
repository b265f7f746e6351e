import Capabilities
import LinuxCapabilities

// States of the host. Each question is about one object.
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
        // It depends on the setting whether the kernel has it and accepts the value.
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
    /// The limits that a mode meets: itself, and each limit with one bit more.
    fileprivate var implied: [any Capability] {
        switch property {
        case .mode(let mode): [FileProperty(.modeAtMost(mode), of: path)]
        case .modeAtMost(let mode):
            (0..<12).map { UInt16(1) << $0 }.filter { mode & $0 == 0 }
                .map { FileProperty(.modeAtMost(mode | $0), of: path) }
        case .owner, .group: []
        }
    }

    /// Returns whether the questions are about different properties of one file. Questions about two paths are never
    /// independent.
    fileprivate func isApart(from other: FileProperty) -> Bool {
        // One path may lead to the other file, or through it.
        path.utf8.elementsEqual(other.path.utf8) && aspect != other.aspect
    }

    /// True if a host may have any file there, or none. The kernel decides about the files of its own file systems.
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
    /// The user and the group that it is about.
    fileprivate var names: Set<HostAccount.Kind> {
        switch kind {
        case .user, .group: [kind]
        case .member(let user, let group): [.user(user), .group(group)]
        }
    }

    /// True if it is about the user or the group root, which every host has.
    fileprivate var isOfRoot: Bool { !names.isDisjoint(with: [.user("root"), .group("root")]) }
}
