import AccessModel
import Kernel
import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `connect: tcp:HOST:PORT`, `udp:…`, `unix:/path`, `unix:@name`.
    static let connect = Word(
        "connect",
        "A connection can be made: tcp:HOST:PORT, tcp:[V6]:PORT, udp:…, unix:/path, unix:@name.",
        form: .peer,
        object: .endpoint,
        actions: [
            Action(
                "connect",
                "ENDPOINT",
                "tcp:HOST:PORT, tcp:[V6]:PORT, udp:…, unix:/path, unix:@name",
                .may { endpoint, _ in "connect to \(endpoint)" }
            )
        ],
        relations: .ofNetworks,
        batch: { line throws(InvalidUse) in
            let endpoint = try Endpoint.valid(line.value)
            let capability = try NetworkReachability.connect(to: endpoint).valid()
            guard case .unix(let path) = endpoint.form else { return .shared(capability) }
            // A connection to a socket requires write permission and a listening process.
            let file = FileQuestion(.access(.write), try Line(path: path).absolutePath())
            return .connectPath(file, endpoint)
        }
    ) { use throws(InvalidUse) in
        let endpoint = try Endpoint.valid(use.value)
        return try NetworkReachability.connect(to: endpoint, as: use.subject, on: use.host)
            .valid()
    }
}

extension TextForm {
    fileprivate static let peer = TextForm("endpoint") {
        Details(
            "(?:tcp|udp):[\\s\\S]+:\(port)|unix:(?:/|@[\\s\\S])[\\s\\S]*",
            help: "write tcp:HOST:PORT, tcp:[V6]:PORT, udp:…, unix:/path or unix:@name"
        )
    }
}
