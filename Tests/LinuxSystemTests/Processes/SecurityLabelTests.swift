import LinuxSystem
import Testing

@Suite struct `A security label` {
    private static let cases: [(SecurityLabel.Module, String, SecurityLabel?)] = [
        (.appArmor, "unconfined\n", .init(.appArmor, "unconfined", isEnforcing: false)),
        (.appArmor, "nginx (enforce)\n", .init(.appArmor, "nginx")),
        (.appArmor, "nginx (complain)\n", .init(.appArmor, "nginx", isEnforcing: false)),
        (.appArmor, "lsb (unconfined)\n", .init(.appArmor, "lsb", isEnforcing: false)),
        (.appArmor, "nginx (kill)", .init(.appArmor, "nginx")),
        (.appArmor, "a (b) (enforce)\n", .init(.appArmor, "a (b)")),
        (.appArmor, "a//&b (mixed)\n", .init(.appArmor, "a//&b")),
        (.appArmor, "/usr/bin/my (tool)", .init(.appArmor, "/usr/bin/my", isEnforcing: true)),
        (
            .appArmor, ":box://unconfined\n",
            .init(.appArmor, ":box://unconfined", isEnforcing: false)
        ),
        (.appArmor, ":box://nginx (enforce)\n", .init(.appArmor, ":box://nginx")),
        (
            .seLinux, "system_u:system_r:httpd_t:s0\0",
            .init(.seLinux, "system_u:system_r:httpd_t:s0")
        ),
        (.smack, "_", .init(.smack, "_")),
        (.smack, "\n", nil), (.seLinux, "", nil), (.appArmor, "\0", nil),
    ]

    @Test(arguments: cases.indices)
    func `A security label is parsed as the kernel writes it`(index: Int) {
        let (module, text, label) = Self.cases[index]
        #expect(SecurityLabel(module, parsing: Array(text.utf8)) == label)
    }

    @Test func `A label of permissive SELinux refuses nothing`() {
        let label = SecurityLabel(.seLinux, parsing: Array("a_t".utf8), isPermissive: true)
        #expect(label == SecurityLabel(.seLinux, "a_t", isEnforcing: false))
        let other = SecurityLabel(.smack, parsing: Array("web".utf8), isPermissive: true)
        #expect(other?.isEnforcing == true)
    }
}
