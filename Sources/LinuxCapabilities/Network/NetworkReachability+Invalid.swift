import Kernel
import LinuxSystem

extension NetworkReachability {
    /// What is wrong with the question, and the remedy; nil for one that can be asked.
    package var invalid: InvalidEndpoint? {
        switch question {
        case .resolve(let name): Self.invalidHost(name, name)
        case .connect(let endpoint): Self.invalidPeer(endpoint)
        case .bind(let endpoint): Self.invalidBinding(endpoint)
        case .route(let address): Self.invalidAddress(address)
        }
    }

    private static func invalidPeer(_ endpoint: Endpoint) -> InvalidEndpoint? {
        switch endpoint.form {
        case .tcp(let host?, _), .udp(let host?, _): invalidHost(host, endpoint.text)
        case .tcp(nil, _), .udp(nil, _):
            InvalidEndpoint(endpoint.text, "names no host", help: "write it like `tcp:HOST:PORT`")
        case .unix(let path): invalidPath(path, endpoint.text)
        case .abstract(let name): invalidPath(name, endpoint.text)
        case .invalid(let error): error
        }
    }

    private static func invalidBinding(_ endpoint: Endpoint) -> InvalidEndpoint? {
        switch endpoint.form {
        case .tcp(let host?, _), .udp(let host?, _):
            if (try? IPAddress(host)) == nil {
                InvalidEndpoint(
                    endpoint.text,
                    "is bound at a name",
                    help: "write a numeric address of this host, or none for all"
                )
            } else {
                nil
            }
        case .tcp(nil, _), .udp(nil, _): nil
        case .unix(let path): invalidPath(path, endpoint.text)
        case .abstract:
            InvalidEndpoint(
                endpoint.text,
                "is an abstract name, which anyone may bind",
                help: "name a socket in the file system: `unix:/path`"
            )
        case .invalid(let error): error
        }
    }

    private static func invalidHost(_ host: String, _ text: String) -> InvalidEndpoint? {
        do {
            _ = try RemoteHost(host)
            return nil
        } catch {
            // The message of the address is `problem; help`, about the same text.
            return InvalidEndpoint(text, "has a host that is none", help: "\(error)")
        }
    }

    private static func invalidAddress(_ text: String) -> InvalidEndpoint? {
        do throws(AddressError) {
            guard try IPAddress(text).needsInterface else { return nil }
            let help = "write it like `\(text)%eth0`"
            return InvalidEndpoint(text, "is link-local, and names no interface", help: help)
        } catch {
            if case .noInterface = error {
                return InvalidEndpoint(
                    text,
                    "names an interface that is not here",
                    help: "`ip link` lists them"
                )
            }
            let help =
                "write one like `192.0.2.1` or `2001:db8::1`; `resolve` finds those of a name"
            return InvalidEndpoint(text, "is not a numeric address", help: help)
        }
    }

    private static func invalidPath(_ path: String, _ text: String) -> InvalidEndpoint? {
        guard path.utf8.count > SocketAddress.longestUnixPath else { return nil }
        return InvalidEndpoint(
            text,
            "has a path of \(path.utf8.count) bytes",
            help: "a Unix socket's path has at most \(SocketAddress.longestUnixPath)"
        )
    }
}

extension IPAddress {
    /// Whether it means something on each link, see ipv6(7).
    fileprivate var needsInterface: Bool {
        if case .ipv6(let address, scope: 0) = self { address.high >> 54 == 0x3fa } else { false }
    }
}
