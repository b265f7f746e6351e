import AccessModel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

extension Word {
    /// `bind: tcp:PORT`, `tcp:ADDRESS:PORT`, `udp:…`, `unix:/path`.
    static let bind = Word(
        "bind",
        "A socket can be bound: tcp:PORT (any IPv4 address), tcp:ADDRESS:PORT, udp:…, unix:/path.",
        form: .ownEndpoint,
        object: .endpoint,
        synonyms: ["listen", "port"],
        actions: [Action("bind", "ENDPOINT", "tcp:PORT, tcp:ADDRESS:PORT, udp:…, unix:/path")],
        isOfUsers: true,
        relations: .ofNetworks,
        batch: { line throws(InvalidUse) in
            let endpoint = try Endpoint.valid(line.value)
            _ = try NetworkReachability.bind(endpoint).valid()
            if case .unix(let path) = endpoint.form {
                // mknod(2) and bind(2) have the same requirements for the path and the directory.
                return .bindPath(
                    FileQuestion(.create(.fifo), try Line(path: path).absolutePath())
                )
            }
            do throws(AddressError) {
                return .bindPort(try PortLook(endpoint))
            } catch {
                throw InvalidUse("invalid-endpoint", "\(error)")
            }
        }
    ) { use throws(InvalidUse) in
        let endpoint = try Endpoint.valid(use.value)
        return try NetworkReachability.bind(endpoint, as: use.subject, on: use.host).valid()
    }
}

extension TextForm {
    fileprivate static let ownEndpoint = TextForm("own-endpoint") {
        Details(
            "(?:tcp|udp):(?:[\\s\\S]+:)?\(port)|unix:/[\\s\\S]*",
            help: "write tcp:PORT, tcp:ADDRESS:PORT, udp:… or unix:/path"
        )
    }
}
