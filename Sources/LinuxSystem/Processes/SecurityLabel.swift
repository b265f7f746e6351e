/// The label of a thread, by which a security module decides.
///
/// - SeeAlso: proc_pid_attr(5), apparmor(7), selinux(8).
package struct SecurityLabel: Hashable, Sendable {
    /// The modules, with the kernel's names.
    package enum Module: String, CaseIterable, Sendable {
        case seLinux = "selinux"
        case smack
        case appArmor = "apparmor"

        /// The name as the module's own documentation writes it.
        package var name: String {
            switch self {
            case .seLinux: "SELinux"
            case .smack: "Smack"
            case .appArmor: "AppArmor"
            }
        }
    }

    package let module: Module
    /// The label without the mode that AppArmor appends; nil if it may not be read.
    package let text: String?
    /// Whether the module refuses what the label does not permit. False for AppArmor's `complain` and `unconfined`, and
    /// for SELinux while it is permissive.
    package let isEnforcing: Bool

    package init(_ module: Module, _ text: String?, isEnforcing: Bool = true) {
        self.module = module
        self.text = text
        self.isEnforcing = isEnforcing
    }

    /// Parses the content of a file `current` of `/proc/PID/attr`.
    ///
    /// - Parameter isPermissive: Whether SELinux refuses nothing.
    /// - Returns: nil for an empty file.
    package init?(_ module: Module, parsing bytes: [UInt8], isPermissive: Bool = false) {
        let end = bytes.lastIndex { $0 != 0 && $0 != UInt8(ascii: "\n") }
        guard let end else { return nil }
        let text = String(decoding: bytes[...end], as: UTF8.self)
        switch module {
        case .seLinux: self.init(module, text, isEnforcing: !isPermissive)
        case .smack: self.init(module, text)
        case .appArmor: self.init(appArmor: text)
        }
    }

    /// Parses `nginx (enforce)`, `unconfined`, or `:box://unconfined` in a namespace of AppArmor.
    private init(appArmor text: String) {
        let start = text.hasSuffix(")") ? text.lastIndex(of: "(") : nil
        guard let start, text[..<start].hasSuffix(" ") else {
            let isConfined = text != "unconfined" && !text.hasSuffix("://unconfined")
            self.init(.appArmor, text, isEnforcing: isConfined)
            return
        }
        let mode = text[start...].dropFirst().dropLast()
        let label = String(text[..<start].dropLast())
        self.init(.appArmor, label, isEnforcing: mode != "complain" && mode != "unconfined")
    }
}
