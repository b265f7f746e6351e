import LinuxCapabilities
import Testing

@Suite struct `Name of a setting` {
    @Test(
        arguments: [
            ("net.ipv4.ip_forward", "/proc/sys/net/ipv4/ip_forward"),
            ("net/ipv4/ip_forward", "/proc/sys/net/ipv4/ip_forward"),
            ("net.ipv4.conf.eth0/1.rp_filter", "/proc/sys/net/ipv4/conf/eth0.1/rp_filter"),
            ("net/ipv4/conf/eth0.1/rp_filter", "/proc/sys/net/ipv4/conf/eth0.1/rp_filter"),
            ("kernel/../../etc.", nil), ("kernel..x", nil), ("kernel.//.x", nil),
            ("kernel./.x", nil),
            ("/kernel/x", nil), (".kernel.x", nil), ("kernel.x.", nil), ("kernel/x/", nil),
            ("kernel/./x", nil), ("kernel", nil), ("", nil), ("..", nil), ("kernel.a\0b", nil),
        ] as [(String, String?)]
    )
    func `A valid name of a setting has a file below proc`(text: String, path: String?) {
        let name = SettingName(text)
        #expect(name?.path == path)
        #expect(name.flatMap { SettingName("\($0)") } == name)
    }
}
