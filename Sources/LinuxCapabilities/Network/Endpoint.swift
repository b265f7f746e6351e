import LinuxSystem
import Text

/// The destination of a connection, or the address of a bound socket.
///
/// | form | means |
/// | --- | --- |
/// | `tcp:HOST:PORT`, `tcp:[V6]:PORT` | a name or numeric address, and a port from 1 to 65535 |
/// | `tcp:PORT` | for a bind: the port at `0.0.0.0`, every IPv4 address; for both families use `tcp:[::]:PORT` |
/// | `udp:…` | the same |
/// | `unix:/path`, `unix:@name` | a socket in the file system, or an abstract one; see unix(7) |
public struct Endpoint: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        /// The host is nil for every IPv4 address of this host.
        case tcp(host: String?, port: UInt16)
        case udp(host: String?, port: UInt16)
        case unix(path: String)
        /// The name without its `@`.
        case abstract(name: String)
        /// A literal in the program that is no endpoint. No request for it is ever authorized.
        case invalid(InvalidEndpoint)
    }

    public let form: Form
    /// The text as the caller wrote it.
    public let text: String

    /// - Throws: ``InvalidEndpoint`` for a text in none of the forms.
    public init(_ text: String) throws(InvalidEndpoint) {
        form = try Self.form(of: text)
        self.text = text
    }

    private init(form: Form, text: String) {
        self.form = form
        self.text = text
    }

    /// Returns whether both texts are equal, byte for byte.
    public static func == (one: Self, other: Self) -> Bool {
        ExactPath(one.text) == ExactPath(other.text)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ExactPath(text)) }

    private static func form(of text: String) throws(InvalidEndpoint) -> Form {
        guard let colon = text.firstIndex(of: ":") else {
            throw withoutColon(text)
        }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "tcp":
            let (host, port) = try hostAndPort(rest, text)
            return .tcp(host: host, port: port)
        case "udp":
            let (host, port) = try hostAndPort(rest, text)
            return .udp(host: host, port: port)
        case "unix":
            return try unixForm(rest, text)
        case let other:
            throw unknownProtocol(other, rest, text)
        }
    }

    private static let protocols = ["tcp", "udp", "unix"]

    /// Returns the error for a text without a colon. services(5) and firewalls write `80/tcp`, others `tcp/80`.
    private static func withoutColon(_ text: String) -> InvalidEndpoint {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2,
            let name = parts.first(where: { protocols.contains($0.lowercased()) }),
            let port = parts.first(where: { $0 != name })
        {
            let help = "write it like `\(name.lowercased()):\(port)`"
            return InvalidEndpoint(text, "has a `/` in place of a `:`", help: help)
        }
        return InvalidEndpoint(text, "names no protocol", help: "write it like `tcp:\(text)`")
    }

    private static func unknownProtocol(
        _ name: Substring,
        _ rest: Substring,
        _ text: String
    ) -> InvalidEndpoint {
        let lowerCase = name.lowercased()
        guard !name.isEmpty else {
            let isPort = !rest.isEmpty && rest.allSatisfy(\.isNumber)
            let help = "write it like `tcp\(isPort ? text : ":443")`"
            return InvalidEndpoint(text, "names no protocol", help: help)
        }
        guard protocols.contains(lowerCase) else {
            let problem = "begins with `\(name):`, which is no known protocol"
            let isPort = !rest.isEmpty && rest.allSatisfy(\.isNumber)
            // SCTP is a protocol too.
            let likely = lowerCase == "sctp" ? nil : nearest(to: lowerCase, among: protocols)
            let help =
                likely.map { "did you mean `\($0):\(rest)`?" }
                ?? (isPort ? "write it like `tcp:\(text)`" : "use tcp, udp or unix")
            return InvalidEndpoint(text, problem, help: help)
        }
        let help = "write it like `\(lowerCase):\(rest)`"
        return InvalidEndpoint(text, "has a protocol that is not in lower case", help: help)
    }

    private static func hostAndPort(
        _ rest: Substring,
        _ text: String
    ) throws(InvalidEndpoint) -> (String?, UInt16) {
        // No name of a host contains a comma.
        guard !rest.contains(",") else {
            let help = "write one; a policy has one a line, below `any:` if one of them is enough"
            throw InvalidEndpoint(text, "names more than one endpoint", help: help)
        }
        guard let colon = rest.lastIndex(of: ":") else {
            guard rest.isEmpty || rest.allSatisfy(\.isNumber) else {
                let name = text.prefix { $0 != ":" }
                let help = "write a number, as in `\(name):443`, or `\(text):443` if it is a host"
                throw InvalidEndpoint(text, "has no port number", help: help)
            }
            return (nil, try port(rest, text))
        }
        let port = try port(rest[rest.index(after: colon)...], text)
        var host = rest[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            let help = "write it like `tcp:[\(host)]:\(port)`"
            throw InvalidEndpoint(text, "has an IPv6 address without brackets", help: help)
        }
        guard !host.isEmpty else {
            let name = text.prefix { $0 != ":" }
            throw InvalidEndpoint(
                text,
                "has an empty host",
                help: "write it like `\(name):\(port)`"
            )
        }
        return (String(host), port)
    }

    private static func port(
        _ digits: Substring,
        _ text: String
    ) throws(InvalidEndpoint) -> UInt16 {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits), port > 0
        else {
            let found = digits.isEmpty ? "has no port" : "has the port `\(digits)`"
            throw InvalidEndpoint(text, found, help: "a port is a number from 1 to 65535")
        }
        return port
    }

    private static func unixForm(
        _ rest: Substring,
        _ text: String
    ) throws(InvalidEndpoint) -> Form {
        if rest.utf8.contains(0) {
            throw InvalidEndpoint(text, "contains a NUL", help: "leave it out")
        }
        if rest.isAbsolutePath { return .unix(path: String(rest)) }
        if rest.hasPrefix("@"), rest.utf8.count > 1 {
            return .abstract(name: String(rest.dropFirst()))
        }
        throw InvalidEndpoint(
            text,
            "names neither an absolute path nor an abstract name",
            help: "write it like `unix:/run/app.sock` or `unix:@name`"
        )
    }
}

extension Endpoint: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            self.init(form: .invalid(error), text: text)
        }
    }
}

extension Endpoint: CustomStringConvertible {
    public var description: String { text }
}

/// The error for a text that is no endpoint, with the problem and the correct form.
public struct InvalidEndpoint: Error, Hashable, Sendable {
    public let text: String
    public let problem: String
    public let help: String

    init(_ text: String, _ problem: String, help: String) {
        self.text = text
        self.problem = problem
        self.help = help
    }
}

extension InvalidEndpoint: CustomStringConvertible {
    public var description: String { "`\(text)` \(problem); \(help)" }
}
