/// The label with which a security module confines a command.
package struct ServiceLabel: Hashable, Sendable {
    /// The setting of each security module.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case appArmor = "AppArmorProfile"
        case seLinux = "SELinuxContext"
        case smack = "SmackProcessLabel"
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}
