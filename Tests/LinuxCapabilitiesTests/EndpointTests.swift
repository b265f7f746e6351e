import Capabilities
import LinuxCapabilities
import Procedures
import Testing
import WarrantTesting

@Suite struct `Form of an endpoint` {
    typealias Form = (String, Endpoint.Form)

    @Test(
        arguments: [
            ("tcp:example.org:443", .tcp(host: "example.org", port: 443)),
            ("tcp:[::1]:80", .tcp(host: "::1", port: 80)), ("tcp:443", .tcp(host: nil, port: 443)),
            ("udp:127.0.0.1:53", .udp(host: "127.0.0.1", port: 53)),
            ("udp:65535", .udp(host: nil, port: 65535)),
            ("unix:/run/a.sock", .unix(path: "/run/a.sock")),
            ("unix:@name", .abstract(name: "name")),
        ] as [Form]
    )
    func `An endpoint has the form of its text`(text: String, form: Endpoint.Form) throws {
        #expect(try Endpoint(text).form == form)
    }

    @Test(arguments: [
        ("443", "`443` names no protocol; write it like `tcp:443`"),
        ("", "`` names no protocol; write it like `tcp:`"),
        ("tcp/443", "`tcp/443` has a `/` in place of a `:`; write it like `tcp:443`"),
        ("443/UDP", "`443/UDP` has a `/` in place of a `:`; write it like `udp:443`"),
        ("tcp/tcp", "`tcp/tcp` names no protocol; write it like `tcp:tcp/tcp`"),
        ("Tcp:a:1", "`Tcp:a:1` has a protocol that is not in lower case; write it like `tcp:a:1`"),
        (
            "tpc:80",
            "`tpc:80` begins with `tpc:`, which is no known protocol; did you mean `tcp:80`?"
        ),
        (
            "ucp:a:1",
            "`ucp:a:1` begins with `ucp:`, which is no known protocol; did you mean `tcp:a:1`?"
        ),
        (
            "sctp:a:1",
            "`sctp:a:1` begins with `sctp:`, which is no known protocol; use tcp, udp or unix"
        ),
        ("tcp:", "`tcp:` has no port; a port is a number from 1 to 65535"),
        ("tcp:a:", "`tcp:a:` has no port; a port is a number from 1 to 65535"),
        (
            "tcp:a",
            "`tcp:a` has no port number; write a number, as in `tcp:443`, or `tcp:a:443` if it is a host"
        ),
        ("tcp:a:0", "`tcp:a:0` has the port `0`; a port is a number from 1 to 65535"),
        ("tcp:65536", "`tcp:65536` has the port `65536`; a port is a number from 1 to 65535"),
        ("tcp:a:+80", "`tcp:a:+80` has the port `+80`; a port is a number from 1 to 65535"),
        ("tcp::80", "`tcp::80` has an empty host; write it like `tcp:80`"),
        (
            "tcp:::1:80",
            "`tcp:::1:80` has an IPv6 address without brackets; write it like `tcp:[::1]:80`"
        ),
        (
            "unix:run/a",
            "`unix:run/a` names neither an absolute path nor an abstract name; "
                + "write it like `unix:/run/app.sock` or `unix:@name`"
        ),
        (
            "unix:@",
            "`unix:@` names neither an absolute path nor an abstract name; "
                + "write it like `unix:/run/app.sock` or `unix:@name`"
        ),
        ("unix:/a\0b", "`unix:/a\0b` contains a NUL; leave it out"),
    ])
    func `An invalid endpoint is refused with a remedy`(text: String, message: String) {
        let error = #expect(throws: InvalidEndpoint.self) { try Endpoint(text) }
        #expect(error?.description == message)
    }

    @Test func `An invalid endpoint in a program opens no connection`() async {
        let verdict = await NetworkReachability.connect(to: "tcp:a:0", on: .whole()).verdict()
        guard case .undetermined(let reasons) = verdict else {
            Issue.record("expected no answer, got \(verdict)")
            return
        }
        #expect(
            reasons.map(\.message) == ["has the port `0`; a port is a number from 1 to 65535"]
        )
    }
}
