import LinuxCapabilities
import PolicyLanguage

extension Endpoint {
    /// The endpoint of a text.
    static func valid(_ text: String) throws(InvalidUse) -> Endpoint {
        do throws(InvalidEndpoint) {
            return try Endpoint(text)
        } catch {
            throw InvalidUse(error)
        }
    }
}

extension NetworkReachability {
    /// The same, if it can be asked.
    func valid() throws(InvalidUse) -> Self {
        if let invalid { throw InvalidUse(invalid) }
        return self
    }
}

extension InvalidUse {
    init(_ error: InvalidEndpoint) {
        let problem = "\(error.text.quoted) \(error.problem)"
        self.init("invalid-endpoint", problem, help: error.help, typed: error.description)
    }
}

extension Word.Line {
    /// The path of a socket, as the object of a line.
    init(path: String) { self.init(object: Array(path.utf8), argument: nil, follow: nil) }
}

extension TextForm {
    /// From 1 to 65535, as a pattern.
    static let port = Pattern.positive(upTo: 65535)
}
