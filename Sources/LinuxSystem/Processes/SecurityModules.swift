import CLinux
import Glibc

/// The Linux security modules, which may refuse what permissions allow.
package enum SecurityModules {
    /// The active modules, in their order, without `capability`, whose rules are known; empty if the kernel does not
    /// list them.
    package static var active: [String] { (known ?? []).filter { $0 != "capability" } }

    /// All active modules; nil if the kernel does not list them.
    package static var all: [String]? { known }

    /// Whether Landlock is active; true if the kernel does not list its modules.
    package static let mayHaveLandlock = known?.contains("landlock") ?? true

    /// The modules that may label threads.
    static let labelling = SecurityLabel.Module.allCases.filter {
        // If SELinux is not active, its file belongs to another module.
        known?.contains($0.rawValue) ?? ($0 != .seLinux || enforcement != nil)
    }

    /// Whether SELinux enforces its policy: 1 if it does, 0 if it is permissive; nil if that cannot be read.
    static var enforcement: Int? { try? SmallFile.number(at: "/sys/fs/selinux/enforce") }

    /// The modules are selected at boot and do not change. Nil before Linux 6.8 if securityfs is not mounted.
    private static let known = listed() ?? mounted()

    /// - SeeAlso: lsm_list_modules(2).
    private static func listed() -> [String]? {
        var ids = [UInt64](repeating: 0, count: 64)
        var size = UInt32(ids.count * MemoryLayout<UInt64>.size)
        // SAFETY: the call writes at most `size` bytes, and the size.
        let count = unsafe clinux_lsm_list_modules(&ids, &size)
        guard count >= 0 else { return nil }
        return ids.prefix(Int(count)).map(name)
    }

    private static func mounted() -> [String]? {
        guard let bytes = try? SmallFile.bytes(at: "/sys/kernel/security/lsm") else { return nil }
        return String(decoding: bytes, as: UTF8.self)
            .split { $0 == "," || $0 == "\n" }.map(String.init)
    }

    /// The numbers of `linux/lsm.h`.
    private static func name(_ id: UInt64) -> String {
        let names = [
            "capability", "selinux", "smack", "tomoyo", "apparmor", "yama", "loadpin", "safesetid",
            "lockdown", "bpf", "landlock", "ima", "evm", "ipe",
        ]
        guard id >= 100, id < 100 + UInt64(names.count) else { return "module \(id)" }
        return names[Int(id) - 100]
    }
}
