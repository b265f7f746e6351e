import Policies
import PolicyAuthoring
import Testing

@Suite struct `Described state of a host` {
    private let host: DescribedTestHost

    init() throws {
        host = try DescribedTestHost(
            """
            users: { shop: [shop, ssl-cert], bare: { uid: 7, groups: [shop] }, gone: missing }
            groups: { wheel: 10, none: missing }
            files:
              /srv/key: -rw-r----- shop:ssl-cert
              /srv/closed: drwx------ root:root
              /srv/closed/in: -rwsr-xr-x root:root
              /srv/link: -> /srv/key
              /srv/none: missing
            sysctls:
              net.ipv4.ip_forward: 1
              net/ipv4/conf/eth0.1/rp_filter: 2
              kernel.gone: missing
              net.ipv4.ip_unprivileged_port_start: 80
              net.ipv4.tcp_rmem: 4096 131072
            """
        )
    }

    @Test(arguments: [
        ("owner: /srv/key, is: shop", "holds file-owner"),
        ("owner: /srv/link, is: shop", "holds file-owner"),
        ("owner: /srv/key, is: root", "fails file-owner"),
        ("owner: /srv/key, is: gone", "fails user-missing"),
        ("owner: /srv/key, is: other", "undetermined look-failed"),
        ("owner: /srv/none, is: root", "fails missing"),
        ("owner: /srv/other, is: root", "undetermined look-failed"),
        ("owner: /srv/closed/in, is: root", "holds file-owner"),
        ("owner: /srv/closed/in, is: 0", "holds file-owner"),
        ("group: /srv/key, is: ssl-cert", "holds file-group"),
        ("group: /srv/key, is: none", "fails group-missing"),
        ("group: /srv/key, is: wheel", "fails file-group"),
        ("mode: /srv/key, exactly: '0640'", "holds file-mode"),
        ("mode: /srv/key, at-most: '0644'", "holds file-mode"),
        ("mode: /srv/key, at-most: '0600'", "fails file-mode"),
        ("mode: /srv/closed/in, at-most: '0777'", "fails file-mode"),
        ("mode: /srv/closed/in, exactly: '4755'", "holds file-mode"),
        ("user: shop", "holds account-found"), ("user: gone", "fails account-missing"),
        ("user: other", "undetermined look-failed"), ("group: wheel", "holds account-found"),
        ("group: none", "fails account-missing"), ("group: other", "undetermined look-failed"),
        ("member: shop, of: ssl-cert", "holds membership"),
        ("member: shop, of: shop", "holds membership"),
        ("member: bare, of: shop", "holds membership"),
        ("member: shop, of: wheel", "fails membership"),
        ("member: gone, of: wheel", "fails user-missing"),
        ("member: shop, of: none", "fails group-missing"),
        ("member: other, of: wheel", "undetermined look-failed"),
        ("sysctl: net.ipv4.ip_forward, equals: 1", "holds setting-value"),
        ("sysctl: net/ipv4/ip_forward, at-least: 2", "fails setting-value"),
        ("sysctl: net.ipv4.conf.eth0/1.rp_filter, at-least: 2", "holds setting-value"),
        ("sysctl: kernel.gone, equals: 1", "fails setting-missing"),
        ("sysctl: kernel.other, equals: 1", "undetermined look-failed"),
        ("sysctl: net.ipv4.ip_unprivileged_port_start, at-least: 80", "holds setting-value"),
        ("sysctl: fs.protected_fifos, at-least: 0", "holds setting-value"),
        ("sysctl: net.ipv4.tcp_rmem, equals: 4096  131072", "holds setting-value"),
        ("sysctl: net.ipv4.tcp_rmem, at-least: 1", "undetermined setting-not-number"),
        ("read: /srv/none, when: { user: gone }", "not-applicable not-applicable"),
        ("read: /srv/none, as: gone, when: { user: gone }", "not-applicable not-applicable"),
        ("read: /srv/none, when: { member: shop, of: wheel }", "not-applicable not-applicable"),
        ("not: { user: gone }", "holds holds-under-not"),
    ])
    func `Each word has the answer of the facts`(requirement: String, answer: String) async throws {
        let found = try await host.answers(requirement)
        // For a `not` that holds, the code is that of its part.
        let expected = answer.replacing("holds holds-under-not", with: "holds account-missing")
        #expect(found == [expected])
    }
}
